import * as z from 'zod/mini'
import { bundle } from '#contract/bundle-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { entryProof } from '#contract/seal-contract.ts'
import { idParameter, tournamentParams } from '#contract/values.ts'
import { proofOf } from '#domain/seal/merkle-tree.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { sendSnapshot } from '#server/platform/http/send-snapshot.ts'
import { findSeal, growInTurns, listLeaves } from '#server/pool/seal/seal-store.ts'
import { type BundleOptions, createBundles } from './bundle-writer.ts'

/** Routes of the proof of an entry and of the bundle, with which people check a pool (docs/rules.md, 2.10). */
export function addBundleRoutes(server: HttpServer, options: BundleOptions): void {
  const findBundle = createBundles(options)

  server.get(routePaths.tournamentProof, {
    schema: {
      operationId: 'getEntryProof',
      summary: 'The proof that an entry is under the seal of its pool',
      description: '404 until the start, and for a tournament without a seal. RFC 9162, 2.1.3.',
      params: z.extend(tournamentParams, { entryId: idParameter }),
      response: { 200: entryProof },
    },
    handler: async ({ params: { tournamentId, entryId } }) => {
      const seal = await findSeal(options.db, tournamentId)
      const leaves = seal ? await listLeaves(options.db, tournamentId) : []
      const tree = await growInTurns(leaves.map(({ leaf }) => leaf))
      const proof = proofOf(
        tree,
        leaves.findIndex((leaf) => leaf.entryId === entryId),
      )
      if (!seal || !proof) throw new Problem('not-found', { detail: 'No seal contains this entry.' })
      return { ...proof, seal }
    },
  })

  server.get(routePaths.tournamentBundle, {
    schema: {
      operationId: 'getBundle',
      summary: 'All that the seal and the places of a tournament follow from',
      description: '409 until the tournament has started. For `npm run verify`.',
      errors: ['not-started'],
      hasEtag: true,
      params: tournamentParams,
      response: { 200: bundle },
    },
    handler: async (request, reply) => sendSnapshot(request, reply, await findBundle(request.params.tournamentId)),
  })
}
