import { writeReceipt } from '#domain/seal/receipt.ts'
import { listPicks, writeReceiptWords } from '#domain/seal/receipt-words.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { composeMail } from '#server/delivery/mail/mail.ts'
import {
  type Addressee,
  addNotifications,
  type SendingContext,
} from '#server/messages/notifications/notification-delivery.ts'
import { findRecipient } from '#server/messages/notifications/notification-store.ts'
import { toNotificationsLink } from '#server/messages/notifications/notification-texts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import { findEntryOfUser } from '#server/pool/entries/entry-store.ts'
import { findReceiptSigner } from '#server/pool/seal/receipt-key-store.ts'
import { toSealedContent } from '#server/pool/seal/sealed-content.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { listPlayers } from '#server/pool/tournaments/tournament-store.ts'

type Options = Pick<SendingContext, 'publicUrl' | 'timeZone'> & {
  /** The key from which the salts are derived. */
  auditKey: string
  poolName: string
  /** A mail server is set up: without one, no receipts are sent. */
  hasMail: boolean
}

export type Receipts = ReturnType<typeof createReceipts>

/** Receipts, with which owners can prove what they saved (docs/rules.md, 2.9). */
export function createReceipts({ auditKey, publicUrl, timeZone, poolName, hasMail }: Options) {
  async function write(db: Db, entry: Entry, now: Date) {
    const { id, name, tiebreakers } = await requireTournament(db, entry.tournamentId)
    const players = await listPlayers(db, id)
    const espnIds = new Map(players.map((player) => [player.id, player.espnId]))
    const content = toSealedContent(entry, espnIds, auditKey)
    const golfers = new Map(players.map((player) => [player.id, player.name]))
    const { version, tiebreakers: answers, changedAt = '' } = entry
    const facts = {
      owner: entry.name,
      tournament: name,
      pool: poolName,
      savedAt: changedAt,
      version,
      golfers: entry.selections.map(({ playerId }) => golfers.get(playerId)),
      questions: tiebreakers,
      answers,
      sealWords: toSealWords(leafOf(content, sha256Hex)),
      checkUrl: `${publicUrl}/picks/${id}`,
    }
    const signer = await findReceiptSigner(db, now)
    const about = { pool: publicUrl, tournament: id, content }
    return { ...facts, receipt: writeReceipt(about, writeReceiptWords(facts), { sha256: sha256Hex, ...signer }) }
  }

  return {
    /** The receipt of the user's entry. Throws a problem if there is no entry, or if it is hidden from them. */
    async read(db: Db, tournamentId: number, userId: number, now: Date): Promise<string> {
      const { startedAt } = await requireTournament(db, tournamentId)
      const entry = await findEntryOfUser(db, { tournamentId, userId })
      if (!entry) throw new Problem('not-found')
      if (entry.isSealed && startedAt === null) throw new Problem('entry-sealed')
      return (await write(db, entry, now)).receipt
    },

    /** Sends it to the owner as they have chosen. The same version is sent once. */
    async add(trx: Db, entry: Entry, now: Date): Promise<void> {
      const { id, tournamentId, userId, version } = entry
      const recipient = hasMail && (await findRecipient(trx, userId))
      if (!recipient || recipient.choices.receipt === 'off') return
      const written = await write(trx, entry, now)
      const path = `/entry/edit/${id}`
      const title = `Your picks are saved, version ${version}`
      const notification = {
        kind: 'receipt',
        tournamentId,
        toKey: () => `receipt:${id}:${version}`,
        toText: () => ({ title, body: listPicks(written).join('\n'), path }),
        toMail: ({ name, timeZone }: Pick<Addressee, 'name' | 'timeZone'>) => {
          const { tournament, savedAt, receipt, checkUrl } = written
          return composeMail({
            subject: title,
            paragraphs: [
              `Hello ${name},`,
              `Your picks for ${tournament} were saved on ${formatMailTime(savedAt, timeZone)}:`,
              { lines: listPicks(written) },
            ],
            action: { text: 'Open your entry', url: publicUrl + path },
            check: {
              text: `Keep this email. It ends with a receipt that only this pool can make. After the start, paste the whole email at ${checkUrl}, and it shows whether these picks were counted.`,
              evidence: receipt,
            },
            footer: toNotificationsLink(publicUrl),
          })
        },
      } as const
      await addNotifications(trx, [recipient], notification, { now, publicUrl, timeZone })
    },
  }
}
