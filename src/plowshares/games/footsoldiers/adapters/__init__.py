"""What speaks the protocol of the original Footsoldiers runner: bots, a whole match of them, and the doctor."""
