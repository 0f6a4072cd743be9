import { routePaths } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'

export function addUserRoutes(server: HttpServer): void {
  server.get(routePaths.user, {
    schema: {
      operationId: 'getUser',
      summary: 'The signed-in user',
      description: 'With their current rights.',
      response: { 200: user },
    },
    handler: async (request) => {
      return requireSignedIn(request).user
    },
  })
}
