import { routePaths } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import type { Db } from '../db/database.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { findUser } from './user-store.ts'

/** How long every screen says that the account was entered by somebody else's link. */
const linkNoticeMs = 14 * 24 * 60 * 60 * 1000

export function addUserRoutes(server: HttpServer, { db, now }: { db: Db; now: () => Date }): void {
  server.get(routePaths.user, {
    schema: {
      operationId: 'getUser',
      summary: 'The signed-in user',
      description: 'With their current rights.',
      response: { 200: user },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      const usedAt = (await findUser(db, user.id))?.linkUsedAt
      const isRecent = usedAt && Date.parse(usedAt) > now().getTime() - linkNoticeMs
      return { ...user, ...(isRecent && { linkUsedAt: usedAt }) }
    },
  })
}
