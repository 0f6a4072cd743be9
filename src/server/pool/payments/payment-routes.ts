import { routePaths } from '#contract/paths.ts'
import { changedPayments, ownPayment, paymentChange } from '#contract/payment-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { sortByName } from '#domain/names/names.ts'
import { describeAmountDue } from '#domain/payments/fee.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { formatCsv } from '#server/platform/csv/csv-formatter.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { csvFile, sendCsv } from '#server/platform/http/send-csv.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findEntryOfUser } from '#server/pool/entries/entry-store.ts'
import { listEntryRecords } from '#server/pool/entries/entry-withdrawal-store.ts'
import { requirePlayedHere, requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament } from '#server/pool/tournaments/tournament-start.ts'
import { addPayments, findPaidAt, findPot, removePayments } from './payment-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock'>

/** Routes of payments, which organisers note: the pool itself moves no money (docs/rules.md, 13). */
export function addPaymentRoutes(server: HttpServer, { db, clock }: Options): void {
  server.get(routePaths.payment, {
    schema: {
      operationId: 'findOwnPayment',
      summary: 'What the caller has paid, and the pot',
      description: 'As organisers say: the pool moves no money.',
      params: tournamentParams,
      response: { 200: ownPayment },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const userId = callerId(request)
      const tournament = await requireTournament(db, tournamentId)
      return {
        isDue: (await findEntryOfUser(db, { tournamentId, userId })) !== undefined,
        paidAt: await findPaidAt(db, tournamentId, userId),
        pot: await findPot(db, tournament),
      }
    },
  })

  server.get(routePaths.adminPayments, {
    schema: {
      operationId: 'downloadPayments',
      summary: 'Who has paid, as a CSV file',
      params: tournamentParams,
      ...csvFile('UTF-8 CSV by name'),
    },
    handler: async (request, reply) => {
      const { id, name, fee } = await requireTournament(db, request.params.tournamentId)
      const people = sortByName(await listEntryRecords(db, id))
      const rows = people.map(({ name, userName, state, paidAt, paidTo }) => {
        const due = fee && state === 'entered' ? describeAmountDue(fee) : ''
        return [name, userName, due, paidAt ?? '', paidTo ?? '']
      })
      const csv = formatCsv(['Name', 'Email', 'Due', 'Paid', 'Marked by'], rows)
      return sendCsv(reply, `${name} payments.csv`, [csv])
    },
  })

  server.post(routePaths.adminPayments, {
    schema: {
      operationId: 'changePayments',
      summary: 'Marks people as paid, or not paid',
      description: 'Only those with an entry can be marked. A repeat changes nothing.',
      errors: ['tournament-imported'],
      params: tournamentParams,
      body: paymentChange,
      response: { 200: changedPayments },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const by = callerId(request)
      const { userIds, isPaid } = request.body
      const changed = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        requirePlayedHere(tournament)
        const entered = (await listEntryRecords(trx, tournamentId)).filter(({ state }) => state === 'entered')
        const entrants = new Set(entered.map(({ id }) => id))
        const changed = isPaid
          ? await addPayments(trx, tournamentId, { userIds: userIds.filter((id) => entrants.has(id)), by, now })
          : await removePayments(trx, tournamentId, userIds)
        const action = isPaid ? 'payments marked' : 'payments cleared'
        const details = { tournamentId, userIds: changed }
        if (changed.length > 0) await addAuditEntry(trx, { userId: by, action, details }, now)
        return changed
      })
      return { userIds: changed }
    },
  })
}
