/**
 * Identifies the schemas of the contract: a hash of them, which its test computes. An open page whose version differs from
 * the server's offers to refresh.
 */
export const contractVersion = '0d1a9f76'

/** The server's version; a header of every response with data. */
export const contractVersionHeader = 'Contract-Version'
