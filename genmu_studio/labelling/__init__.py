"""People's judgments, given blind: questions, campaigns, queues, what was answered, packs that leave the house."""
