"""The core: protocol, submissions, project store, jobs, aggregation, export and the command line. No Qt."""
