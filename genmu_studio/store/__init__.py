"""The project store: SQLite, one writer, many readers. The only room that speaks SQL."""
