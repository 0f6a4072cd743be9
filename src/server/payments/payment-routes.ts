import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { changedPayments, ownPayment, paymentChange } from '#contract/payment-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { sendCsv } from '../http/send-csv.ts'
import type { Payments } from './payments.ts'

export function addPaymentRoutes(server: HttpServer, { payments }: { payments: Payments }): void {
  server.get(routePaths.payment, {
    schema: {
      operationId: 'findOwnPayment',
      summary: 'What the caller has paid, and the pot',
      description: 'As organisers say: the pool moves no money.',
      errors: ['not-found'],
      params: tournamentParams,
      response: { 200: ownPayment },
    },
    handler: (request) => payments.findOwn(request.params.tournamentId, callerId(request)),
  })

  server.get(routePaths.adminPayments, {
    schema: {
      operationId: 'downloadPayments',
      summary: 'Who has paid, as a CSV file',
      errors: ['not-found'],
      responseHeaders: { 'Content-Disposition': 'The name of the file' },
      params: tournamentParams,
      response: { 200: { description: 'UTF-8 CSV by name', content: { 'text/csv': { schema: z.string() } } } },
    },
    handler: async (request, reply) => {
      const { name, csv } = await payments.toCsv(request.params.tournamentId)
      return sendCsv(reply, `${name} payments.csv`, [csv])
    },
  })

  server.post(routePaths.adminPayments, {
    schema: {
      operationId: 'changePayments',
      summary: 'Marks people as paid, or not paid',
      description: 'Only those with an entry can be marked. A repeat changes nothing.',
      errors: ['not-found'],
      params: tournamentParams,
      body: paymentChange,
      response: { 200: changedPayments },
    },
    handler: async (request) => ({
      userIds: await payments.change(request.params.tournamentId, request.body, callerId(request)),
    }),
  })
}
