import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sendAuditMailResponse } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import { addMail } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { findCurrentTournament, lockTournament } from '#server/pool/tournaments/tournament-store.ts'
import { findPicksSheet } from '#server/proof/picks-sheet.ts'
import { listOrganiserAddresses, lockUser } from '#server/users/user-store.ts'
import { auditMessage, noTournamentMessage } from './audit-mail-message.ts'
import { auditMailKey, findLastAuditMail, listAuditedEntries } from './audit-mail-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & {
  /** The pool's address, for the link to the picks. */
  publicUrl: string
  /** The time zone of the times in the email. */
  timeZone: string
}

const windowMs = 60_000

export function addAuditMailRoutes(server: HttpServer, options: Options): void {
  const sender = createAuditMailSender(options)
  server.get(routePaths.adminSendAuditMail, {
    schema: {
      operationId: 'sendAuditMail',
      summary: 'Sends the audit email to all admins',
      description: 'A repeat within a minute gets the same response and sends nothing.',
      response: { 200: sendAuditMailResponse },
    },
    handler: (request) => sender.send(callerId(request)),
  })
}

/** Sends the audit email to all admins (docs/rules.md, 9.3). */
export function createAuditMailSender({ db, clock, outbox, publicUrl, timeZone }: Options) {
  const shareSending = createSingleFlight<number, { recipients: number }>()

  /** The lock keeps entries from being saved while they are read. */
  async function readEntries(trx: Db) {
    const current = await findCurrentTournament(trx)
    const tournament = current && (await lockTournament(trx, current.id))
    const now = await clock.authoritativeNow(trx)
    if (!tournament) return { now }
    // The picks sheet is read after this transaction.
    await observeStart(trx, tournament, now)
    return { tournament, now, entries: await listAuditedEntries(trx, tournament.id) }
  }

  async function compose({ tournament, entries, now }: Awaited<ReturnType<typeof readEntries>>) {
    if (!tournament) return { message: noTournamentMessage, details: {} }
    const { id } = tournament
    const sheet = hasStarted(tournament, now)
      ? { url: `${publicUrl}/picks/${id}`, isAttached: (await findPicksSheet(db, { clock }, id)) !== undefined }
      : undefined
    const message = await auditMessage({ tournament, sentAt: now, entries, sheet }, timeZone)
    await yieldToEventLoop()
    return { message, details: { tournamentId: id, entries: entries.length } }
  }

  /** The email of an earlier request within the last minute, if any. The lock serialises requests of one admin. */
  async function findRecent(trx: Db, adminId: number): Promise<{ recipients: number } | undefined> {
    if (!(await lockUser(trx, adminId))) throw new Problem('forbidden')
    const last = await findLastAuditMail(trx, adminId)
    const requestedAt = await clock.authoritativeNow(trx)
    return last && requestedAt.getTime() - last.at.getTime() < windowMs ? { recipients: last.recipients } : undefined
  }

  async function composeAndSend(adminId: number): Promise<{ recipients: number }> {
    const found = await inRetriedTransaction(
      db,
      async (trx) => (await findRecent(trx, adminId)) ?? (await readEntries(trx)),
    )
    if ('recipients' in found) return found
    // Outside the lock: formatting a large table takes seconds, and people must be able to save entries.
    const { message, details } = await compose(found)
    const { now } = found
    const sent = await inRetriedTransaction(db, async (trx) => {
      const recent = await findRecent(trx, adminId)
      if (recent) return recent
      const addresses = await listOrganiserAddresses(trx, 'admins', now)
      const requestKey = auditMailKey(adminId, now.toISOString())
      let recipients = 0
      for (const recipient of addresses) {
        if (await addMail(trx, { requestKey, recipient, message }, now)) recipients += 1
        // The message can have several megabytes.
        await yieldToEventLoop()
      }
      const audited = { ...details, recipients }
      await addAuditEntry(trx, { userId: adminId, action: 'audit e-mail sent', details: audited }, now)
      return { recipients }
    })
    outbox.wake()
    return sent
  }

  return {
    /** Returns the number of recipients. A repeat by the same admin within a minute returns it again and sends nothing. */
    send(adminId: number): Promise<{ recipients: number }> {
      // Repeated clicks while a large table is being written wait for the same result.
      return shareSending(adminId, () => composeAndSend(adminId))
    },
  }
}
