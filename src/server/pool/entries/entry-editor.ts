import type { EntrySubmission } from '#contract/entry-contract.ts'
import type { ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import { type Entry, findPickErrors, hasStarted, isSameEntry } from '#domain/tournament/tournament.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SignedIn } from '#server/platform/http/authenticate.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireLockedTournament } from '#server/pool/tournaments/require-tournament.ts'
import { keepingStart } from '#server/pool/tournaments/tournament-start.ts'
import { listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { findUser, lockUser } from '#server/users/user-store.ts'
import { addEntry, changeEntry, findEntry, findEntryOfUser, type NewEntry } from './entry-store.ts'
import { findEntryRecord } from './entry-withdrawal-store.ts'

/** A submission, with when the account was last entered by a link, as known when the request was authenticated. */
type Save = EntrySubmission & Pick<SignedIn, 'linkUsedAt'>

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & {
  /** Adds the receipt of what is stored now, once for each version, in the transaction of the save. */
  addReceipt: (trx: Db, entry: Entry, now: Date) => Promise<void>
}

/**
 * Saves entries that users have submitted as their own (the caller checks that), or throws a problem. Each save is one
 * transaction, and reads the time after it has the locks: however long it waited, nothing is saved at the start or
 * later (docs/security.md, 12.1).
 */
export type EntryEditor = ReturnType<typeof createEntryEditor>

export function createEntryEditor({ db, clock, outbox, addReceipt }: Options) {
  async function save(submission: Save, work: (trx: Db, now: Date) => Promise<Entry>): Promise<Entry> {
    const saved = await keepingStart({ db, clock }, submission.tournamentId, async (trx) => {
      const now = await requireOpen(trx, clock, submission)
      const entry = await work(trx, now)
      await addReceipt(trx, entry, now)
      return entry
    })
    outbox.wake()
    return saved
  }

  return {
    /** Creates the user's entry record in the tournament, or fills a withdrawn one. A repeat returns the stored one (docs/rules.md, 2.5). */
    create(submission: Save): Promise<Entry> {
      return save(submission, async (trx, now) => {
        const content = await requireValidPicks(trx, submission)
        const stored = await findEntryOfUser(trx, submission)
        if (stored) return requireSameEntry(requireUnsealed(stored), content)
        const withdrawn = await findEntryRecord(trx, submission)
        if (withdrawn) await changeEntry(trx, withdrawn.entryId, content, now)
        const id = withdrawn?.entryId ?? (await addEntry(trx, content, now))
        return recordSave(trx, 'entry created', id, now)
      })
    },

    /** Changes an entry of the user's. Identical content is not saved again. */
    change(submission: Save): Promise<Entry> {
      return save(submission, async (trx, now) => {
        const stored = requireUnsealed(await requireOwnEntry(trx, submission))
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

/** Locks the user, then the tournament. Returns the time read under the locks. */
async function requireOpen(trx: Db, clock: Options['clock'], save: Save): Promise<Date> {
  const { userId, tournamentId, linkUsedAt } = save
  // Merged since the token was checked: the next call acts as the target.
  if (!(await lockUser(trx, userId))) throw new Problem('forbidden')
  // Entered by somebody else’s link since then: whoever did would read what is saved now (docs/security.md, 10.6).
  if ((await findUser(trx, userId))?.linkUsedAt !== linkUsedAt) throw new Problem('unauthenticated')
  const tournament = await requireLockedTournament(trx, tournamentId)
  const now = await clock.authoritativeNow(trx)
  // `keepingStart` stores the start: with the seal, here it would be undone by the refusal.
  if (!tournament.active || hasStarted(tournament, now)) throw new Problem('entries-closed')
  const record = await findEntryRecord(trx, { tournamentId, userId })
  if (record?.state === 'removed') throw toRemovedProblem(record)
  return now
}

async function requireValidPicks(trx: Db, submission: EntrySubmission): Promise<NewEntry> {
  const { tournamentId, userId, tiebreakers } = submission
  const playerIds = submission.selections.map(({ playerId }) => playerId)
  const fields = findPickErrors(playerIds, await listPlayers(trx, tournamentId))
  if (fields.length > 0) throw new Problem('validation-failed', { fields })
  return { tournamentId, userId, tiebreakers, playerIds }
}

/** Browsers resend a request whose connection was lost: the repeat gets the same response (docs/security.md, 12.3). */
function requireSameEntry(stored: Entry, content: NewEntry): Entry {
  if (!isSameEntry(stored, content)) throw new Problem('entry-exists')
  return stored
}

/** Throws a problem for a sealed entry. Call it before any comparison: a response that depends on picks reveals them. */
function requireUnsealed(entry: Entry): Entry {
  if (entry.isSealed) throw new Problem('entry-sealed')
  return entry
}

/** Throws `not-found` for the entry of another user or tournament, too (docs/security.md, 10.4). */
async function requireOwnEntry(trx: Db, { id, userId, tournamentId }: EntrySubmission): Promise<Entry> {
  const stored = await findEntry(trx, id)
  if (stored?.userId !== userId || stored.tournamentId !== tournamentId) throw new Problem('not-found')
  return stored
}

/** The audit log never contains picks: before the start only the owner may know them. */
async function recordSave(trx: Db, action: string, entryId: number, now: Date): Promise<Entry> {
  const entry = await findEntry(trx, entryId)
  if (!entry) throw new Error(`Entry ${entryId} is missing after it was saved.`)
  const { userId, tournamentId, version } = entry
  await bumpTournamentVersion(trx, tournamentId)
  await addAuditEntry(trx, { userId, action, details: { tournamentId, entryId, version } }, now)
  return entry
}

/** Why the owner cannot enter, or take the entry back. */
export function toRemovedProblem({ by, reason }: ListedEntrant): Problem {
  const detail = `${by} has removed your entry: ${reason}. They can allow you to enter again.`
  return new Problem('entry-removed', { detail })
}
