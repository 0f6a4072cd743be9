import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import type { Db } from '../db/database.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Receipts } from './receipts.ts'

export function addReceiptRoutes(server: HttpServer, { db, receipts }: { db: Db; receipts: Receipts }): void {
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
      const text = await receipts.read(db, request.params.tournamentId, callerId(request))
      return reply.header('Content-Type', 'text/plain; charset=utf-8').send(text)
    },
  })
}
