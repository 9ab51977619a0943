"""The map of embeddings and the matrices of identities, right in the scores room."""
