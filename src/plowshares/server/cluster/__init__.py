"""Several processes on one PostgreSQL: each table is run by one of them, and the others pass requests on to it."""
