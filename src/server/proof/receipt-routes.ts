import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { receiptKeyList } from '#contract/seal-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { listReceiptKeys } from '#server/pool/seal/receipt-key-store.ts'
import type { Receipts } from './receipts.ts'

type Options = { db: Db; receipts: Receipts; now: () => Date }

export function addReceiptRoutes(server: HttpServer, { db, receipts, now }: Options): void {
  // docs/proof.md, 5.
  server.get(routePaths.receiptKeys, {
    schema: {
      operationId: 'listReceiptKeys',
      summary: 'The public keys with which receipts are signed',
      description: 'Ed25519, as JSON Web Keys; newest first. Earlier ones stay, because receipts are kept.',
      response: { 200: receiptKeyList },
    },
    handler: async () => ({ keys: [...(await listReceiptKeys(db, now()))] }),
  })

  // docs/rules.md, 2.9.
  server.get(routePaths.entryReceipt, {
    schema: {
      operationId: 'getReceipt',
      summary: 'The receipt of the caller’s entry',
      description: 'The same text as in the email. Its last line is for machines.',
      errors: ['entry-sealed'],
      params: tournamentParams,
      response: { 200: { description: 'UTF-8 text', content: { 'text/plain': { schema: z.string() } } } },
    },
    handler: async (request, reply) => {
      const text = await receipts.read(db, request.params.tournamentId, callerId(request), now())
      return reply.header('Content-Type', 'text/plain; charset=utf-8').send(text)
    },
  })
}
