/** Something is wrong with the installation. The message says what, and what its operator can do; it needs no stack. */
export class OperatorError extends Error {}
