import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { ownPayment, paymentChange, paymentList } from '#contract/payment-contract.ts'
import { idParameter } from '#contract/values.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Payments } from './payments.ts'

const params = z.object({ tournamentId: idParameter })

export function addPaymentRoutes(server: HttpServer, { payments }: { payments: Payments }): void {
  server.get(routePaths.payment, {
    schema: {
      operationId: 'findOwnPayment',
      summary: 'What the caller has paid, and the pot',
      description: 'As organisers say: the pool moves no money.',
      errors: ['not-found'],
      params,
      response: { 200: ownPayment },
    },
    handler: (request) => payments.findOwn(request.params.tournamentId, requireSignedIn(request).user.id),
  })

  server.get(routePaths.adminPayments, {
    schema: {
      operationId: 'listPayments',
      summary: 'Who has paid',
      errors: ['not-found'],
      params,
      response: { 200: paymentList },
    },
    handler: (request) => payments.list(request.params.tournamentId),
  })

  server.post(routePaths.adminPayments, {
    schema: {
      operationId: 'changePayments',
      summary: 'Marks people as paid, or not paid',
      description: 'Only those with an entry can be marked. The response is everyone who has paid.',
      errors: ['not-found'],
      params,
      body: paymentChange,
      response: { 200: paymentList },
    },
    handler: (request) => payments.change(request.params.tournamentId, request.body, requireSignedIn(request).user.id),
  })
}
