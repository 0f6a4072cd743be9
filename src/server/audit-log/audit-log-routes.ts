import { auditLog, auditLogQuery } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import type { Db } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import { listAuditEntries } from './audit-log-store.ts'

const pageSize = 50

export function addAuditLogRoutes(server: HttpServer, { db }: { db: Db }): void {
  server.get(
    routePaths.adminAuditLog,
    {
      schema: {
        operationId: 'listAuditLog',
        summary: 'The audit log',
        description: 'Newest first, in pages: entries older than `before`, or the newest.',
        querystring: auditLogQuery,
        response: { 200: auditLog },
      },
    },
    async (request) => {
      const found = await listAuditEntries(db, { before: request.query.before, count: pageSize + 1 })
      const lines = found.slice(0, pageSize)
      return { lines, next: found.length > lines.length ? (lines.at(-1)?.id ?? null) : null }
    },
  )
}
