import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { entryProof } from '#contract/seal-contract.ts'
import { idParameter, tournamentParams } from '#contract/values.ts'
import type { Db } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createEntryProofs } from './entry-proofs.ts'

type Options = { db: Db }

/** What makes a pool checkable (docs/rules.md, 2.10). */
export function addBundleRoutes(server: HttpServer, { db }: Options): void {
  const findProof = createEntryProofs(db)

  server.get(routePaths.tournamentProof, {
    schema: {
      operationId: 'getEntryProof',
      summary: 'The proof that an entry is under the seal of its pool',
      description: '404 until the start, and for a tournament without a seal. RFC 9162, 2.1.3.',
      errors: ['not-found'],
      params: z.extend(tournamentParams, { entryId: idParameter }),
      response: { 200: entryProof },
    },
    handler: ({ params }) => findProof(params.tournamentId, params.entryId),
  })
}
