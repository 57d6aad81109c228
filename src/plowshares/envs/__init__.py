"""For learners: batches of matches in one array, and the environments the field expects."""
