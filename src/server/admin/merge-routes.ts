import { mergePreview, mergeRequest, mergeResponse } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { UserMerger } from './user-merger.ts'

export function addMergeRoutes(server: HttpServer, { merger }: { merger: UserMerger }): void {
  // What a merge of these users would do; the target first. 409 when one of them has been merged already.
  server.post(
    routePaths.adminMergePreview,
    { schema: { body: mergeRequest, response: { 200: mergePreview } } },
    (request) => merger.preview(request.body, requireSignedIn(request).user.id),
  )

  // Makes one user of several, the first. The very same again is answered in the same way.
  server.post(
    routePaths.adminMergeUsers,
    { schema: { body: mergeRequest, response: { 200: mergeResponse } } },
    (request) => merger.merge(request.body, requireSignedIn(request).user.id),
  )
}
