import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { toOwnEntry, toRedactedEntry } from '#domain/tournament/pick-visibility.ts'
import type { Entry, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OwnText } from '#server/platform/http/send-snapshot.ts'
import { createSnapshot, quickBrotliQuality, type Snapshot, toDigest } from '#server/platform/http/snapshot.ts'
import { findEntryOfUser, streamEntrants } from '#server/pool/entries/entry-store.ts'
import { listEntryRecords } from '#server/pool/entries/entry-withdrawal-store.ts'
import { streamEntries } from '#server/pool/picks/pick-store.ts'
import { findHat, findSeal } from '#server/pool/seal/seal-store.ts'
import { listLockedChanges } from '#server/pool/tournaments/locked-change-store.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import {
  findTournament,
  listPlayers,
  type TournamentRecord,
  toSummary,
} from '#server/pool/tournaments/tournament-store.ts'

/** The golfers who can be picked, with their finishes in the pool's last tournaments. */
export type PickablePlayers = Pick<TournamentWithEntries, 'players' | 'recentTournaments'>

export type Include = { includePlayers: boolean; includeEntries: boolean }

export type TournamentResponses = ReturnType<typeof createTournamentResponses>

/** Content that all viewers of a tournament share. */
type SharedContent = {
  snapshot: Snapshot
  /** Each entry as it is written in the snapshot, by user; empty after the start. */
  redactedEntries: ReadonlyMap<number, string>
}

/** Enough for the current tournament and a few past ones, each with every combination of the two flags. */
const maxContents = 32

/**
 * The tournament as its viewers get it. The stored version and, until the start, the time are read for every request,
 * because other processes save too. The rest is cached by version and shared by all viewers. Before the start, the shared content has
 * only redacted entries, and a viewer's own one is put into it for them (docs/security.md, 11.2).
 */
export function createTournamentResponses(
  db: Db,
  clock: Clock,
  findPickablePlayers: (tournamentId: number) => Promise<PickablePlayers>,
) {
  const contents = new LRUCache<string, { version: number; content: Promise<SharedContent> }>({ max: maxContents })

  function getContent(tournament: TournamentRecord, include: Include, arePicksPublic: boolean): Promise<SharedContent> {
    const { id, version } = tournament
    const key = [id, include.includePlayers, include.includeEntries, arePicksPublic].join()
    const cached = contents.get(key)
    if (cached && cached.version >= version) return cached.content
    const content = compose(tournament, include, arePicksPublic, cached?.content)
    contents.set(key, { version, content })
    content.catch(() => {
      if (contents.get(key)?.content === content) contents.delete(key)
    })
    return content
  }

  async function compose(
    tournament: TournamentRecord,
    include: Include,
    arePicksPublic: boolean,
    previous: Promise<SharedContent> | undefined,
  ): Promise<SharedContent> {
    const players = include.includePlayers ? await readPlayers(tournament.id, arePicksPublic) : undefined
    const head = JSON.stringify({ ...toSummary(tournament), ...players })
    const redactedEntries = new Map<number, string>()
    let json = head
    if (include.includeEntries) {
      const entries = arePicksPublic
        ? await readEntries(tournament.id)
        : await readRedactedEntries(tournament.id, redactedEntries)
      const seal = arePicksPublic ? `,"seal":${JSON.stringify(await findSeal(db, tournament.id))}` : ''
      const hat = arePicksPublic ? await drawHat(tournament) : ''
      const withdrawn = arePicksPublic ? await listWithdrawnEntries(tournament.id) : ''
      const changes = arePicksPublic ? await listChanges(tournament.id) : ''
      json = `${head.slice(0, -1)},"entries":[${entries.join()}]${withdrawn}${changes}${seal}${hat}}`
      await yieldToEventLoop()
    }
    // A new version can leave the text as it was: before the start, saved picks do not show.
    const cached = await previous?.catch(() => undefined)
    if (cached?.snapshot.digest === toDigest(json)) return cached
    const quality = arePicksPublic ? undefined : quickBrotliQuality
    return { snapshot: await createSnapshot(json, quality), redactedEntries }
  }

  /** The golfers. Their finishes help with picking, so what is loaded after the start is without them. */
  async function readPlayers(tournamentId: number, arePicksPublic: boolean): Promise<PickablePlayers> {
    return arePicksPublic ? { players: await listPlayers(db, tournamentId) } : findPickablePlayers(tournamentId)
  }

  /** Parts of a JSON array. */
  async function readEntries(tournamentId: number): Promise<string[]> {
    const texts: string[] = []
    for await (const entries of streamEntries(db, tournamentId)) {
      // The time of the last save is for the owner only, and only while it matters: until the start.
      const shown = entries.map((entry) => ({ ...entry, changedAt: undefined, isSealed: undefined }))
      texts.push(JSON.stringify(shown).slice(1, -1))
    }
    return texts
  }

  /** A property of a JSON object, if there are any. */
  async function listWithdrawnEntries(tournamentId: number): Promise<string> {
    const records = await listEntryRecords(db, tournamentId, { areWithdrawn: true })
    const withdrawn = records.map(({ name, by, reason }) => ({ name, by, reason }))
    return withdrawn.length === 0 ? '' : `,"withdrawnEntries":${JSON.stringify(withdrawn)}`
  }

  /** A property of a JSON object, if there are any. */
  async function listChanges(tournamentId: number): Promise<string> {
    const changes = await listLockedChanges(db, tournamentId)
    return changes.length === 0 ? '' : `,"lockedChanges":${JSON.stringify(changes)}`
  }

  /** A property of a JSON object, if there is a Hat. */
  async function drawHat(tournament: TournamentRecord): Promise<string> {
    const hat = await findHat(db, tournament)
    return hat === undefined ? '' : `,"hat":${JSON.stringify(hat)}`
  }

  async function readRedactedEntries(tournamentId: number, textByUser: Map<number, string>): Promise<string[]> {
    for await (const entrants of streamEntrants(db, tournamentId)) {
      for (const entrant of entrants) textByUser.set(entrant.userId, JSON.stringify(toRedactedEntry(entrant)))
    }
    return [...textByUser.values()]
  }

  return {
    /** The tournament as this viewer may see it now; undefined if it does not exist. */
    async find(tournamentId: number, include: Include, viewerId: number): Promise<Snapshot | OwnText | undefined> {
      const tournament = await findTournament(db, tournamentId)
      if (!tournament) return undefined
      const arePicksPublic = await arePicksVisible(db, clock, tournament)
      const { snapshot, redactedEntries } = await getContent(tournament, include, arePicksPublic)
      const redacted = redactedEntries.get(viewerId)
      const own = redacted && (await findEntryOfUser(db, { tournamentId, userId: viewerId }))
      return own ? withOwnEntry(snapshot, redacted, own) : snapshot
    },

    readPlayers,

    clear: () => contents.clear(),
  }
}

/** The tag depends on what every viewer may see and on their own entry: another user's edit does not change it. */
function withOwnEntry({ digest, identity }: Snapshot, redacted: string, entry: Entry): OwnText {
  const own = JSON.stringify(toOwnEntry(entry))
  return {
    digest: toDigest(digest + own),
    // No other text in the snapshot can equal an entry: quotes within a name are escaped.
    toJson: () => identity.toString().replace(redacted, () => own),
  }
}
