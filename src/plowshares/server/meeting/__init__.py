"""The place around the tables: who people are, the lobby, open tables, chat."""
