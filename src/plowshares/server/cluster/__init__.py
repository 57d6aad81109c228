"""Several processes on one PostgreSQL: each table is run by one process, and the others forward requests to it."""
