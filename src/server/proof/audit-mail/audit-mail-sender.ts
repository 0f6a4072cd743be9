import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sendAuditMailResponse } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { addMail } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findSeal } from '#server/pool/seal/seal-store.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { findCurrentTournament, listPlayers, lockTournament } from '#server/pool/tournaments/tournament-store.ts'
import { listOrganiserAddresses, lockUser } from '#server/users/user-store.ts'
import { attachAuditTable, auditMessage, noTournamentMessage } from './audit-mail-message.ts'
import { auditMailKey, findLastAuditMail, listAuditedEntries } from './audit-mail-store.ts'
import { writeReport } from './audit-report.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & {
  /** The key from which the digests' salts are derived. */
  auditKey: string
  /** For the times in the email. */
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

/** Sends the audit email to all admins (docs/rules.md, 9.3; docs/security.md, 11.4). */
export function createAuditMailSender({ db, clock, outbox, auditKey, timeZone }: Options) {
  const shareSending = createSingleFlight<number, { recipients: number }>()

  /** Reads a consistent snapshot: the lock keeps entries from being saved meanwhile. */
  async function readSnapshot(trx: Db) {
    const current = await findCurrentTournament(trx)
    const tournament = current && (await lockTournament(trx, current.id))
    const now = await clock.authoritativeNow(trx)
    if (!tournament) return { now }
    // The report with the picks is written after this transaction.
    await observeStart(trx, tournament, now)
    const { id } = tournament
    const [players, entries] = [await listPlayers(trx, id), await listAuditedEntries(trx, id)]
    return { tournament, now, players, entries, seal: await findSeal(trx, id) }
  }

  async function compose(snapshot: Awaited<ReturnType<typeof readSnapshot>>) {
    if (!snapshot.tournament) return { message: noTournamentMessage, details: {} }
    const { tournament, entries } = snapshot
    const report = await writeReport(snapshot, auditKey)
    const message = auditMessage(report, await attachAuditTable(report), timeZone)
    await yieldToEventLoop()
    return { message, details: { tournamentId: tournament.id, entries: entries.length } }
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
      async (trx) => (await findRecent(trx, adminId)) ?? (await readSnapshot(trx)),
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
