"""The arena: bot processes in any language, matches and tournaments."""
