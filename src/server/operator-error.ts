/** A problem with the installation. The message says what is wrong and what the operator can do; it needs no stack trace. */
export class OperatorError extends Error {}
