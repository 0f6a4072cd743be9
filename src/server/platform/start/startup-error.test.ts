import { describe, expect, it } from 'vitest'
import { toDatabaseFault } from '#server/platform/db/database-fault.ts'
import { openMigratedDatabase } from '#server/platform/db/migrated-database.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { databaseKinds, postgresUrl } from '#test/support/test-database.ts'
import { explainStartupError } from './startup-error.ts'

function buildError(message: string, properties: Record<string, unknown>): Error {
  return Object.assign(new Error(message), properties)
}

const listen = { host: '0.0.0.0', port: 443 }
const server: DatabaseConfig = { kind: 'postgres', url: 'postgres://pool:open-sesame@db.example.org/pool' }

describe('the operator reads a sentence', () => {
  it('about a port that needs a special right', () => {
    const error = buildError('listen EACCES: permission denied', { code: 'EACCES', syscall: 'listen' })
    expect(explainStartupError(error, listen)).toMatch(/^Port 443 of 0\.0\.0\.0 is not available .* Set PORT to 1024/)
  })

  it('about a file or folder that cannot be used', () => {
    const error = buildError("EROFS: read-only file system, chmod 'data'", { path: 'data', syscall: 'chmod' })
    expect(explainStartupError(error, listen)).toContain("chmod 'data'")
  })

  it.each([
    ['EACCES', 'Let this user own the file and its folder (chown), or run as their owner.'],
    ['SQLITE_READONLY', 'Let this user own the file and its folder (chown), or run as their owner.'],
    ['SQLITE_NOTADB', 'Move it away, and restore a backup.'],
    ['SQLITE_FULL', 'Make space on its disk.'],
  ])('about the file of the database: %s', (code, hint) => {
    const error = buildError('it failed', { code, syscall: 'open' })
    expect(explainStartupError(toDatabaseFault(error, { kind: 'sqlite', file: 'data/pool.db' }))).toBe(
      `The database data/pool.db (DATABASE_URL, DATA_DIR) cannot be used: it failed. ${hint}`,
    )
  })

  it('about a mistyped host of the database server, and not about the address to listen on', () => {
    const error = buildError('getaddrinfo ENOTFOUND', {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: 'db.example.org',
    })
    expect(explainStartupError(error, listen)).toBeUndefined()
    expect(explainStartupError(toDatabaseFault(error, server), listen)).toBe(
      'The host db.example.org of the database server in DATABASE_URL was not found (ENOTFOUND). Check its name.',
    )
  })

  it.each([
    [
      '28P01',
      'password authentication failed for user "pool"',
      'Check its user and password; write special characters of the password like %40 for @ and %2F for /.',
    ],
    ['42501', 'permission denied for schema public', 'Give its user the right to create tables.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'Check sslmode and sslrootcert'],
    [undefined, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'Check its user and password;'],
    ['ENOENT', "ENOENT: no such file or directory, open 'root.pem'", "open 'root.pem'"],
  ])('about a database server that refuses it: %s', (code, message, hint) => {
    const text = explainStartupError(toDatabaseFault(buildError(message, { code }), server), listen)
    expect(text).toContain(message)
    expect(text).toContain(hint)
    expect(text).not.toContain('open-sesame')
  })

  it.skipIf(databaseKinds().length === 1).each([
    ['missing', 'database "missing" does not exist. Create the database'],
    ['postgres?sslmode=require', 'does not support SSL connections. Check sslmode'],
  ])('about a real server at /%s', async (path, expected) => {
    const opening = openMigratedDatabase({ kind: 'postgres', url: postgresUrl(path) })
    const error = await opening.catch((caught: unknown) => caught)
    expect(explainStartupError(error, listen)).toContain(expected)
  })
})

it('a fault of the program keeps its stack', () => {
  const faults = [
    buildError('syntax error at or near "selec"', { code: '42601' }),
    new TypeError('Cannot read properties of undefined'),
  ]
  for (const fault of faults) expect(explainStartupError(toDatabaseFault(fault, server), listen)).toBeUndefined()
})
