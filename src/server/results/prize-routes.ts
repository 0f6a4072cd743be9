import { routePaths } from '#contract/paths.ts'
import { type ListedPrize, prizeChange, prizeList } from '#contract/payment-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { readFee } from '#domain/payments/fee.ts'
import { hasRole } from '#domain/permissions.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId, requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament } from '#server/pool/tournaments/tournament-start.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { addPrizePayment, listPrizePayments, removePrizePayment } from './prize-store.ts'
import type { Prizes } from './prizes.ts'

type Options = Pick<EditorServices, 'db' | 'clock'> & { findPrizes: Prizes }

/** Routes of prizes and whether they were paid out, as organisers note it (docs/rules.md, 13.2). */
export function addPrizeRoutes(server: HttpServer, { db, clock, findPrizes }: Options): void {
  server.get(routePaths.prizes, {
    schema: {
      operationId: 'listPrizes',
      summary: 'The prizes of an ended tournament, and which were paid out',
      description:
        'All of them for organisers, otherwise the caller’s own. As organisers say: the pool moves no money.',
      params: tournamentParams,
      response: { 200: prizeList },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      const tournament = await requireTournament(db, request.params.tournamentId)
      const prizes = await list(db, tournament)
      return hasRole(user, 'power') ? prizes : prizes.filter(({ userId }) => userId === user.id)
    },
  })

  server.post(routePaths.adminPrizes, {
    schema: {
      operationId: 'changePrize',
      summary: 'Marks a prize as paid out, or not',
      description: 'With the amount that it has now. A repeat changes nothing. The response is all prizes.',
      params: tournamentParams,
      body: prizeChange,
      response: { 200: prizeList },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const by = callerId(request)
      const { isPaid, ...prize } = request.body
      return inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const { userId, entryNumber } = prize
        const isSame = (other: typeof prize) =>
          other.userId === userId && other.entryNumber === entryNumber && other.prize === prize.prize
        const won = (await findPrizes(trx, tournament)).find(isSame)
        if (isPaid && !won) throw invalidField('prize', 'is not one that this entry has won')
        const currency = tournament.fee && readFee(tournament.fee).price?.currency
        const paid = { minor: won?.minor ?? 0, currency: currency ?? '', by, now }
        const isChanged = isPaid
          ? await addPrizePayment(trx, { tournamentId, ...prize }, paid)
          : await removePrizePayment(trx, { tournamentId, ...prize })
        const action = isPaid ? 'prize paid' : 'prize payment cleared'
        const details = { tournamentId, ...prize }
        if (isChanged) await addAuditEntry(trx, { userId: by, action, details }, now)
        return list(trx, tournament)
      })
    },
  })

  /** The prizes that entries have won, and those that were paid out to others before a correction. */
  async function list(reader: Db, tournament: TournamentRecord): Promise<ListedPrize[]> {
    const won = await findPrizes(reader, tournament)
    const toKey = ({ userId, entryNumber, prize }: { userId: number; entryNumber: number; prize: string }) =>
      `${userId} ${entryNumber} ${prize}`
    const payments = await listPrizePayments(reader, tournament.id)
    const paid = new Map(
      payments.map((payment) => {
        const { minor, currency, at, by } = payment
        return [toKey(payment), { ...payment, paid: { minor, currency, at, by } }]
      }),
    )
    const current = won.map(({ owner: _, ...prize }) => ({ ...prize, paid: paid.get(toKey(prize))?.paid ?? null }))
    for (const prize of won) paid.delete(toKey(prize))
    const former = [...paid.values()].map(({ userId, entryNumber, name, prize, paid }) => {
      const title = 'No longer won'
      return { userId, entryNumber, prize, title, name: `${name} ${entryNumber}`, minor: 0, paid }
    })
    return [...current, ...former]
  }
}
