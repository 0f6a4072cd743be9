import { auditLog, auditLogQuery } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { listAuditEntries, listPeople } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { listUsersById } from '#server/users/user-store.ts'

const pageSize = 50

export function addAuditLogRoutes(server: HttpServer, { db }: { db: Db }): void {
  server.get(routePaths.adminAuditLog, {
    schema: {
      operationId: 'listAuditLog',
      summary: 'The audit log',
      description:
        'Newest first, in pages: entries older than `before`, or the newest. `people` are the users named by id.',
      querystring: auditLogQuery,
      response: { 200: auditLog },
    },
    handler: async (request) => {
      const found = await listAuditEntries(db, { before: request.query.before, count: pageSize + 1 })
      const lines = found.slice(0, pageSize)
      // The many recipients of reminders are counted, not named.
      const ids = lines.flatMap(({ details: { userIds: _recipients, ...details } }) => listPeople(details))
      const users = await listUsersById(db, [0, ...new Set(ids)])
      const people = users.map(({ user: { id, name, userName }, isDeleted }) => ({
        id,
        name,
        userName: isDeleted ? '' : userName,
      }))
      return { lines, people, next: found.length > lines.length ? (lines.at(-1)?.id ?? null) : null }
    },
  })
}
