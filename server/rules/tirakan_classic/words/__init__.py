"""What people read: labels, sentences, demos, samples."""
