@rem "exec" replaces the shell elsewhere, so that a signal to npm reaches the program. Here it only runs it.
@%*
