import { auditLog, auditLogQuery } from '#contract/admin-contract.ts'
import { maxAuditNames } from '#contract/limits.ts'
import { routePaths } from '#contract/paths.ts'
import { listAuditEntries, listPeople } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { listUsersById } from '#server/users/user-store.ts'

const pageSize = 50

/** Their many recipients are counted, not named. */
const countedActions = ['reminders sent', 'message sent']

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
      const ids = lines.flatMap(({ action, details: { userIds, ...details } }) => {
        const named = countedActions.includes(action) ? [] : listPeople({ userIds }).slice(0, maxAuditNames)
        return [...listPeople(details), ...named]
      })
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
