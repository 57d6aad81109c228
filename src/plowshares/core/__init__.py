"""What every game stands on: records, compilation, chance, actions, boards, drawing, reading."""
