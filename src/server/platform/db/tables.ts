import type { IdentityTables } from './tables/identity-tables.ts'
import type { MessageTables } from './tables/message-tables.ts'
import type { PoolTables } from './tables/pool-tables.ts'
import type { SystemTables } from './tables/system-tables.ts'

/**
 * The tables after the newest migration. They are the same in both databases: times are ISO 8601 text in UTC, which
 * sorts correctly, booleans are 0 or 1, and JSON is text (docs/decisions/003-two-databases-one-sql.md).
 */
export type Tables = IdentityTables & MessageTables & PoolTables & SystemTables
