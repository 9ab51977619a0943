"""What the audit room is made of: findings and their evidence, contract, verdict, history, all submissions at once."""
