/** Whether PostgreSQL aborted this transaction because of a deadlock or a serialisation conflict. */
export function isSerializationFailure(error: unknown): boolean {
  const code = toCode(error)
  return code === '40001' || code === '40P01'
}

/** Whether this write violated a unique constraint, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = toCode(error)
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** The disk is full, or the file or disk cannot be read or written: only an operator can fix that. */
const storageCodes = /^(SQLITE_(FULL|IOERR|CANTOPEN|READONLY)\w*|53100|58\w{3})$/

const networkCodes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** The database is out of resources, or it aborted the transaction in favour of another. */
const temporaryCodes = /^(53\w{3}|55P03|57014|40001|40P01|SQLITE_BUSY\w*)$/

export function isStorageFailure(error: unknown): boolean {
  return storageCodes.test(toCode(error))
}

/** The server is away, has no room for another connection, or has ended a session that was silent for too long. */
export function isDatabaseAway(error: unknown): boolean {
  return (
    /^(57P0[1235]|53300|08\w{3})$/.test(toCode(error)) ||
    networkCodes.test(toCode(error)) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message))
  )
}

/** The level of the log for background work that failed and is tried again. Of an outage, `openDatabase` logs the beginning and the end. */
export function findFailureLevel(error: unknown): 'debug' | 'warn' {
  return isDatabaseAway(error) || isStorageFailure(error) ? 'debug' : 'warn'
}

/** Not a bug: the same request can succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = toCode(error)
  return isDatabaseAway(error) || storageCodes.test(code) || temporaryCodes.test(code)
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
