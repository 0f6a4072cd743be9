import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ResultMails } from '#contract/organiser-mail-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import { toBatches } from '#server/batches.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { MailConfig } from '../config.ts'
import type { Clock } from '../db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '../db/database.ts'
import { listEntries } from '../entries/entry-store.ts'
import { Problem } from '../http/problem.ts'
import { findLeaderboard } from '../leaderboard/leaderboard-store.ts'
import { isDeliverable } from '../mail/email-address.ts'
import { addMails } from '../mail/mail-queue.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { fillPoolName } from '../pool-name.ts'
import { listClosingPlaces } from '../results/results-store.ts'
import { requireLockedTournament, requireTournament } from '../tournaments/require-tournament.ts'
import { listPlayers, type TournamentRecord } from '../tournaments/tournament-store.ts'
import {
  type Entrant,
  findSentResults,
  listAutomaticResultMails,
  listEntrants,
  resultMailKey,
} from './result-mail-store.ts'
import { listOwnLines, type ResultParts, resultMessage, summariseResult, toResultParts } from './result-message.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  outbox: Pick<Outbox, 'wake'>
  mail: MailConfig
  publicUrl: string
  /** Of the pool. */
  name: string
}

const batchSize = 100

/** Emails every entrant of an ended tournament their places and the top ten, once (docs/rules.md, 9.4). */
export function createResultMails({ db, clock, outbox, mail, publicUrl, name }: Options) {
  return {
    /** What would be sent, as `userId` or, if that is not a recipient, the first of them would receive it. */
    async preview(tournamentId: number, userId: number): Promise<ResultMails> {
      const tournament = await requireTournament(db, tournamentId)
      const found = await findSentResults(db, tournamentId)
      const common = { isMailSetUp: mail.kind === 'smtp', sent: found ?? null }
      const standings = await findFinalStandings(db, tournament)
      if (!standings) {
        const state = tournament.active ? 'not-ended' : 'no-results'
        return { ...common, state, recipients: [], skipped: [], preview: null }
      }
      const entrants = await listEntrants(db, tournamentId)
      const recipients = entrants.filter(isReachable)
      const shown = recipients.find(({ id }) => id === userId) ?? recipients[0]
      const parts = shown && toPartsOf(tournament, standings)(shown)
      return {
        ...common,
        state: found ? 'sent' : 'ready',
        recipients: recipients.map(({ id, name: person }) => ({ id, name: person })),
        skipped: entrants.filter((each) => !isReachable(each)).map(({ id, name: person }) => ({ id, name: person })),
        preview: shown && parts ? toPreview(shown.id, parts) : null,
      }
    },

    /** Queues the emails and returns their number; 0 if they were sent before. */
    async send(tournamentId: number, organiserId: number): Promise<number> {
      const added = await inRetriedTransaction(db, async (trx) => {
        const tournament = await requireLockedTournament(trx, tournamentId)
        if (await findSentResults(trx, tournamentId)) return 0
        const standings = await findFinalStandings(trx, tournament)
        if (!standings) throw new Problem('no-results')
        if (mail.kind !== 'smtp') {
          throw new Problem('no-mail-server', { detail: 'The operator can set SMTP_URL and MAIL_FROM.' })
        }
        const now = await clock.authoritativeNow(trx)
        const alreadySent = await listAutomaticResultMails(trx, tournamentId)
        const entrants = await listEntrants(trx, tournamentId)
        const recipients = entrants.filter((each) => isReachable(each) && !alreadySent.has(each.id))
        const toParts = toPartsOf(tournament, standings)
        let count = 0
        for (const batch of toBatches(recipients, batchSize)) {
          const mails = batch.map((recipient) => ({
            requestKey: resultMailKey(tournamentId, recipient.id),
            recipient: recipient.email,
            message: resultMessage(toParts(recipient)),
          }))
          count += await addMails(trx, mails, now)
          await yieldToEventLoop()
        }
        await addAuditEntry(trx, { userId: organiserId, action: 'results sent', details: { tournamentId, count } }, now)
        return count
      })
      outbox.wake()
      return added
    },
  }

  function toPreview(userId: number, parts: ResultParts): NonNullable<ResultMails['preview']> {
    const { subject, text } = resultMessage(parts)
    const lines = { own: [...parts.own], best: [...parts.best] }
    const intro = fillPoolName(parts.intro, name)
    return { ...parts, ...lines, intro, userId, subject, text: fillPoolName(text, name) }
  }

  function toPartsOf(tournament: TournamentRecord, standings: Standings) {
    const summary = summariseResult(tournament.name, standings, `${publicUrl}/pool/${tournament.id}`)
    const indexes = new Map(standings.pool.entries.map(({ userId }, index) => [userId, index]))
    return (recipient: Entrant) => {
      const index = indexes.get(recipient.id)
      const own = index === undefined ? [] : listOwnLines(standings, index)
      return toResultParts(recipient.name, own, summary)
    }
  }
}

export type ResultMailSender = ReturnType<typeof createResultMails>

function isReachable({ email, isBlocked }: Entrant): boolean {
  return !isBlocked && isDeliverable(email)
}

/** Undefined if the tournament has not ended, or was ended without places. */
async function findFinalStandings(db: Db, tournament: TournamentRecord): Promise<Standings | undefined> {
  if (tournament.active) return undefined
  const board = await findLeaderboard(db, tournament.id)
  if (!board || (await listClosingPlaces(db, tournament.id)).length === 0) return undefined
  const [players, entries] = [await listPlayers(db, tournament.id), await listEntries(db, tournament.id)]
  await yieldToEventLoop()
  return scorePool(createPool({ ...tournament, players, entries }), board.message)
}
