"""What somebody may do, step by step: attacks, defences, moves, throws, executions."""
