"""Evidence bundles: everything that a verdict rests on in one file, from which every number is computed again."""
