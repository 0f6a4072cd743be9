/** Said without a stack: what to do differently is in the words. */
export class CommandError extends Error {}
