"""Scripts that fit the numbers our players use, and measure them. Each is seeded and says what it reads and writes."""
