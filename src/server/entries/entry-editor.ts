import type { Kysely } from 'kysely'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import { findPickErrors, isSameEntry } from '#domain/entry-rules.ts'
import { type Entry, isOpenForEntries } from '#domain/tournament.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Db, inRetriedTransaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../http/problem.ts'
import {
  addEntry,
  changeEntry,
  findEntry,
  findEntryOfUser,
  type NewEntry,
} from '../tournaments/entry-store.ts'
import { bumpTournamentVersion, listPlayers, lockTournament } from '../tournaments/tournament-store.ts'
import { lockUser } from '../users/user-store.ts'

type Options = { db: Kysely<Tables>; clock: Pick<Clock, 'authoritativeNow'> }

/**
 * Saves what a user has submitted as his own (the caller has made sure of that), or throws the problem that refuses
 * it. Each is one transaction, and asks for the time only once nobody else can change the tournament: however long it
 * had to wait, nothing is saved at the start or after it.
 */
export type EntryEditor = ReturnType<typeof createEntryEditor>

export function createEntryEditor({ db, clock }: Options) {
  return {
    /** The user's first entry record in the tournament. The very same again is answered with what is stored. */
    create(submission: EntrySubmission): Promise<Entry> {
      return inRetriedTransaction(db, async (trx) => {
        const now = await requireOpen(trx, clock, submission)
        const content = await requireValidPicks(trx, submission)
        const stored = await findEntryOfUser(trx, submission)
        if (stored) return requireSameEntry(stored, content)
        const id = await addEntry(trx, content, now)
        return recordSave(trx, 'entry created', id, now)
      })
    },

    /** Other content for an entry of the user's. What is stored already is not saved again. */
    change(submission: EntrySubmission): Promise<Entry> {
      return inRetriedTransaction(db, async (trx) => {
        const now = await requireOpen(trx, clock, submission)
        const stored = await requireOwnEntry(trx, submission)
        const content = await requireValidPicks(trx, submission)
        if (isSameEntry(stored, content)) return stored
        if (submission.version !== undefined && submission.version !== stored.version) {
          throw new Problem('entry-changed')
        }
        await changeEntry(trx, stored.id, content, now)
        return recordSave(trx, 'entry changed', stored.id, now)
      })
    },
  }
}

/** Locks the user, then the tournament. Returns the time that decided. */
async function requireOpen(
  trx: Db,
  clock: Options['clock'],
  { userId, tournamentId }: EntrySubmission,
): Promise<Date> {
  // Merged between the sign-in check and now: he is another user from his next call on.
  if (!(await lockUser(trx, userId))) throw new Problem('forbidden')
  const tournament = await lockTournament(trx, tournamentId)
  if (!tournament) throw new Problem('not-found', { detail: 'There is no such tournament.' })
  const now = await clock.authoritativeNow(trx)
  if (!isOpenForEntries(tournament, now)) throw new Problem('entries-closed')
  return now
}

async function requireValidPicks(trx: Db, submission: EntrySubmission): Promise<NewEntry> {
  const { tournamentId, userId, tiebreakers } = submission
  const playerIds = submission.selections.map(({ playerId }) => playerId)
  const fields = findPickErrors(playerIds, await listPlayers(trx, tournamentId))
  if (fields.length > 0) throw new Problem('validation-failed', { fields })
  return { tournamentId, userId, tiebreakers, playerIds }
}

/** Browsers send a request again whose connection died: the repeat gets the answer of the first. */
function requireSameEntry(stored: Entry, content: NewEntry): Entry {
  if (!isSameEntry(stored, content)) throw new Problem('entry-exists')
  return stored
}

/** Somebody else's entry, and one of another tournament, look as if they did not exist. */
async function requireOwnEntry(trx: Db, { id, userId, tournamentId }: EntrySubmission): Promise<Entry> {
  const stored = await findEntry(trx, id)
  if (stored?.userId !== userId || stored.tournamentId !== tournamentId) throw new Problem('not-found')
  return stored
}

/** What was picked stays out of the log: nobody but the owner may know it before the start. */
async function recordSave(trx: Db, action: string, entryId: number, now: Date): Promise<Entry> {
  const entry = await findEntry(trx, entryId)
  if (!entry) throw new Error(`Entry ${entryId} is missing after it was saved.`)
  const { userId, tournamentId, version } = entry
  await bumpTournamentVersion(trx, tournamentId)
  await addAuditEntry(trx, { userId, action, details: { tournamentId, entryId, version } }, now)
  return entry
}
