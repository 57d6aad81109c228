"""Bring a database of an older version up to date, by Alembic."""
