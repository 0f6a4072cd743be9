/** An error for the user of the command: printed without a stack trace; the message says what to do. */
export class CommandError extends Error {}

/** Invalid arguments: the command's usage is printed. */
export class UsageError extends Error {}
