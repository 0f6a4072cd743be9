import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Db, inRetriedTransaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../http/problem.ts'
import type { Outbox } from '../mail/outbox.ts'
import { addMails } from '../mail/outbox-store.ts'
import {
  findCurrentTournament,
  lockTournament,
  type TournamentRecord,
} from '../tournaments/tournament-store.ts'
import { lockUser } from '../users/user-store.ts'
import { attachAuditTable } from './audit-attachment.ts'
import { auditMessage, noTournamentMessage } from './audit-mail-message.ts'
import {
  type AuditedEntry,
  auditMailKey,
  findLastAuditMail,
  listAdminAddresses,
  streamAuditedEntries,
} from './audit-mail-store.ts'
import { createAuditReport, type EntryWithDigest, withDigest } from './audit-report.ts'

type Options = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'authoritativeNow'>
  outbox: Pick<Outbox, 'wake'>
  /** Makes the digests' salts. */
  auditKey: string
}

export type AuditMailSender = ReturnType<typeof createAuditMailSender>

type EntrySnapshot = {
  tournament: TournamentRecord | undefined
  now: Date
  chunks: AuditedEntry[][]
}

const windowMs = 60_000

/** Sends the audit e-mail to all admins (decisions, section 7). */
export function createAuditMailSender({ db, clock, outbox, auditKey }: Options) {
  const underWay = new Map<number, Promise<{ recipients: number }>>()

  /** What there is to tell at one instant: nobody saves an entry while it is read. */
  async function read(trx: Db): Promise<EntrySnapshot> {
    const current = await findCurrentTournament(trx)
    const tournament = current && (await lockTournament(trx, current.id))
    const now = await clock.authoritativeNow(trx)
    const chunks: AuditedEntry[][] = []
    if (tournament) {
      for await (const part of yieldingBetween(streamAuditedEntries(trx, tournament.id))) chunks.push(part)
    }
    return { tournament, now, chunks }
  }

  async function write({ tournament, now, chunks }: EntrySnapshot) {
    if (!tournament) return { message: noTournamentMessage(), details: {} }
    const entries: EntryWithDigest[] = []
    for await (const part of yieldingBetween(chunks))
      entries.push(...part.map((entry) => withDigest(entry, auditKey)))
    const report = createAuditReport(tournament, entries, now)
    const message = auditMessage(report, await attachAuditTable(report))
    return { message, details: { tournamentId: tournament.id, entries: entries.length } }
  }

  /** The mail that answers this request too, if there is one. The lock lets the admin's requests pass one by one. */
  async function findRecent(trx: Db, adminId: number): Promise<{ recipients: number } | undefined> {
    if (!(await lockUser(trx, adminId))) throw new Problem('forbidden')
    const last = await findLastAuditMail(trx, adminId)
    const requestedAt = await clock.authoritativeNow(trx)
    return last && requestedAt.getTime() - last.at.getTime() < windowMs
      ? { recipients: last.recipients }
      : undefined
  }

  async function composeAndSend(adminId: number): Promise<{ recipients: number }> {
    const found = await inRetriedTransaction(
      db,
      async (trx) => (await findRecent(trx, adminId)) ?? (await read(trx)),
    )
    if ('recipients' in found) return found
    // Without a lock: the table of a large pool takes seconds, in which people want to save their entries.
    const { message, details } = await write(found)
    const { now } = found
    const sent = await inRetriedTransaction(db, async (trx) => {
      const recent = await findRecent(trx, adminId)
      if (recent) return recent
      const addresses = await listAdminAddresses(trx)
      const requestKey = auditMailKey(adminId, now.toISOString())
      const mails = addresses.map((recipient) => ({ requestKey, recipient, message }))
      const recipients = await addMails(trx, mails, now)
      const audited = { ...details, recipients }
      await addAuditEntry(trx, { userId: adminId, action: 'audit e-mail sent', details: audited }, now)
      return { recipients }
    })
    outbox.wake()
    return sent
  }

  return {
    /** To how many it goes. The same admin's next request within a minute is answered the same and sends nothing. */
    send(adminId: number): Promise<{ recipients: number }> {
      // Whoever presses ten times while a large table is made waits for the one.
      const known = underWay.get(adminId)
      if (known) return known
      const sending = composeAndSend(adminId).finally(() => underWay.delete(adminId))
      underWay.set(adminId, sending)
      return sending
    },
  }
}

/** Other requests are answered between one part and the next. */
async function* yieldingBetween<T>(chunks: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of chunks) {
    yield part
    await yieldToEventLoop()
  }
}
