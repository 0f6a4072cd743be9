import { writeReceipt } from '#domain/seal/receipt.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import type { Db } from '../db/database.ts'
import { findEntryOfUser } from '../entries/entry-store.ts'
import { Problem } from '../http/problem.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { deriveSalt } from '../seal/entry-salt.ts'
import { sha256Hex } from '../sha256.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { listPlayers } from '../tournaments/tournament-store.ts'
import { addNotifications, type SendingContext } from '../user-notifications/notification-delivery.ts'
import { findRecipient } from '../user-notifications/notification-store.ts'

type Options = Pick<SendingContext, 'publicUrl' | 'timeZone'> & {
  /** The key from which the salts are derived. */
  auditKey: string
  poolName: string
  /** A mail server is set up: without one, no receipts are sent. */
  hasMail: boolean
}

const lifetimeMs = 2 * 24 * 60 * 60 * 1000

export type Receipts = ReturnType<typeof createReceipts>

/** What the owner of a saved entry can later prove it with (docs/rules.md, 2.9). */
export function createReceipts({ auditKey, publicUrl, timeZone, poolName, hasMail }: Options) {
  async function write(db: Db, entry: Entry): Promise<string> {
    const tournament = await requireTournament(db, entry.tournamentId)
    const players = new Map((await listPlayers(db, tournament.id)).map((player) => [player.id, player]))
    const golfers = entry.selections.flatMap(({ playerId }) => players.get(playerId) ?? [])
    const { id, version, tiebreakers: answers } = entry
    const picks = golfers.map(({ espnId }) => espnId)
    const content = { entry: id, version, picks, answers, salt: deriveSalt(auditKey, entry) }
    const words = {
      poolName,
      tournamentName: tournament.name,
      owner: entry.name,
      savedAt: entry.changedAt ?? '',
      golfers: golfers.map(({ name }) => name),
      questions: tournament.tiebreakers,
      seal: toSealWords(leafOf(content, sha256Hex)),
    }
    return writeReceipt({ pool: publicUrl, tournament: tournament.id, content }, words, sha256Hex)
  }

  return {
    /** Of the user's entry. Throws a problem if there is none, or if it is hidden from them. */
    async read(db: Db, tournamentId: number, userId: number): Promise<string> {
      const { startedAt } = await requireTournament(db, tournamentId)
      const entry = await findEntryOfUser(db, { tournamentId, userId })
      if (!entry) throw new Problem('not-found')
      if (entry.isSealed && startedAt === null) throw new Problem('entry-sealed')
      return write(db, entry)
    },

    /** Sends it to the owner as they have chosen. The same version is sent once. */
    async add(trx: Db, entry: Entry, now: Date): Promise<void> {
      const { id, tournamentId, userId, version } = entry
      const recipient = hasMail && (await findRecipient(trx, userId))
      if (!recipient || recipient.choices.receipt === 'off') return
      const { name } = await requireTournament(trx, tournamentId)
      const subject = `Your picks for ${name}, version ${version}`
      const receipt = await write(trx, entry)
      const closing = `You can choose here whether you get receipts: ${publicUrl}/notifications`
      const notification = {
        kind: 'receipt',
        tournamentId,
        toKey: () => `receipt:${id}:${version}`,
        expiresAt: new Date(now.getTime() + lifetimeMs),
        urgency: 'normal',
        toText: () => ({ title: subject, body: 'Your picks are saved.', path: `/entry/edit/${id}` }),
        toMail: () => composeMail({ subject, paragraphs: [receipt], closing }),
      } as const
      await addNotifications(trx, [recipient], notification, { now, publicUrl, timeZone })
    },
  }
}
