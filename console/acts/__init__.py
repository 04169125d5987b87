"""What people have recorded, worked out once for the command and the form of it: facts and answers."""
