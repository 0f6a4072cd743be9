import type { Kysely } from 'kysely'
import { addAuditEntry } from '../admin/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Db, inRepeatedTransaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../http/problem.ts'
import type { Outbox } from '../mail/outbox.ts'
import { addMails, type MailMessage } from '../mail/outbox-store.ts'
import { findCurrentTournament, lockTournament } from '../tournaments/tournament-store.ts'
import { lockUser } from '../users/user-store.ts'
import { auditMessage, nothingToAuditMessage } from './audit-mail-message.ts'
import {
  auditMailKey,
  findLastAuditMail,
  listAdminAddresses,
  listAuditedEntries,
} from './audit-mail-store.ts'
import { makeAuditReport } from './audit-report.ts'

type Options = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'deciding'>
  outbox: Pick<Outbox, 'wake'>
  /** Makes the digests' salts. */
  auditKey: string
}

export type AuditMailing = ReturnType<typeof createAuditMailing>

const windowMs = 60_000

/** Sends the audit e-mail to all admins (decisions, section 7). */
export function createAuditMailing({ db, clock, outbox, auditKey }: Options) {
  /** The locks let one request after the other write its mail, in all processes together. */
  async function write(trx: Db) {
    const current = await findCurrentTournament(trx)
    const tournament = current && (await lockTournament(trx, current.id))
    const now = await clock.deciding(trx)
    if (!tournament) return { now, message: nothingToAuditMessage(), details: {} }
    const entries = await listAuditedEntries(trx, tournament.id)
    const message: MailMessage = auditMessage(makeAuditReport(tournament, entries, { key: auditKey, now }))
    return { now, message, details: { tournamentId: tournament.id, entries: entries.length } }
  }

  return {
    /** To how many it goes. The same admin's next request within a minute is answered the same and sends nothing. */
    async send(adminId: number): Promise<{ recipients: number }> {
      const sent = await inRepeatedTransaction(db, async (trx) => {
        if (!(await lockUser(trx, adminId))) throw new Problem('forbidden')
        const last = await findLastAuditMail(trx, adminId)
        const asked = await clock.deciding(trx)
        if (last && asked.getTime() - last.at.getTime() < windowMs) return { recipients: last.recipients }
        const { now, message, details } = await write(trx)
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
    },
  }
}
