"""Evaluators, one to a file: a pinned model that turns media into measurements and embeddings."""
