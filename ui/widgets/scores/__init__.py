"""The widgets of the scores room: plots over similarity, and what stands beside them."""
