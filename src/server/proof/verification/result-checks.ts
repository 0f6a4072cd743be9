import { createPool } from '#domain/entries/pool.ts'
import { sortByName } from '#domain/names/names.ts'
import { listEntryResults } from '#domain/results/results.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { entryNumberOfPick, tierNames, tierOfPick } from '#domain/tournament/tournament.ts'
import { type BundledEntry, describeBundled, type Evidence } from './evidence.ts'
import { type Finding, note, wrong } from './finding.ts'

/** Picks with tiers, and places, scores and order of the entries with the golfers' scores. */
export function checkResults({ bundle, entries }: Evidence): Finding[] {
  const golfers = new Map(bundle.players.map((player) => [player.espnId, player]))
  const impossible = entries.flatMap((entry) =>
    entry.parsed.picks.flatMap((espnId, index) =>
      golfers.get(espnId)?.tier === tierOfPick(index) ? [] : [{ entry, espnId, tier: tierNames[tierOfPick(index)] }],
    ),
  )
  const findings = findEndProblems(bundle)
  if (impossible.length > 0)
    return [
      ...findings,
      ...impossible.map(({ entry, espnId, tier }) =>
        wrong(`${describeBundled(entry)} has picks that the rules do not allow: ${espnId} is not in tier ${tier}.`),
      ),
    ]
  return [...findings, ...findOrderProblems(entries), ...findResultProblems({ bundle, entries })]
}

function findEndProblems({ tournament, scores, records }: Evidence['bundle']): Finding[] {
  const { hasEnded, cancelledReason } = tournament
  if (cancelledReason !== null)
    return [
      note(`It was ended without places: ${cancelledReason}.`),
      ...(scores ? [wrong('It was ended without places, and has scores.')] : []),
      ...(hasEnded ? [] : [wrong('It was ended without places, and has not ended.')]),
    ]
  if (scores) return []
  if (records.length > 0) return [wrong('There are recorded versions of the scores, but no scores.')]
  return hasEnded
    ? [wrong('It has ended with places, and there are no scores.')]
    : [note('There are no scores yet, and so no places.')]
}

/** Entries must be listed by name, and those of the same name by id. */
function findOrderProblems(entries: readonly BundledEntry[]): Finding[] {
  const ids = entries.map(({ name, parsed }) => ({ id: parsed.entry, name }))
  const expected = sortByName(ids)
  const index = ids.findIndex(({ id }, position) => id !== expected[position]?.id)
  const entry = entries[index]
  return entry ? [wrong(`${describeBundled(entry)} is out of order: the pool lists entries by name.`)] : []
}

/** Recomputes the results with new ids for the golfers, because the pool's own ids mean nothing outside it. */
function findResultProblems({ bundle, entries }: Pick<Evidence, 'bundle' | 'entries'>): Finding[] {
  const { tournament, scores } = bundle
  const players = bundle.players.map((player, index) => ({ ...player, id: index + 1 }))
  const ids = new Map(players.map(({ espnId, id }) => [espnId, id]))
  const compiled = entries.map(({ name, parsed: { entry: id, version, picks } }) => ({
    id,
    userId: id,
    tournamentId: tournament.id,
    name,
    version,
    tiebreakers: [],
    selections: picks.map((espnId, index) => ({
      playerId: ids.get(espnId) ?? 0,
      entryNumber: entryNumberOfPick(index),
    })),
  }))
  const about = {
    id: tournament.id,
    name: '',
    start: tournament.start,
    espnId: '',
    active: true,
    tiebreakers: ['', ''] as const,
  }
  const expected = new Map<number, string>()
  try {
    const standings = scores && scorePool(createPool({ ...about, players, entries: compiled }), scores)
    for (const [index, { id }] of (standings?.pool.entries ?? []).entries())
      expected.set(id, JSON.stringify(standings && listEntryResults(standings, index)))
  } catch {
    return [wrong('The scores cannot be those of golfers.')]
  }
  return entries.flatMap((entry) => {
    const [given, wanted] = [JSON.stringify(entry.results), expected.get(entry.parsed.entry) ?? '[]']
    return given === wanted ? [] : [wrong(`${describeBundled(entry)} has ${given}, and the scores give ${wanted}.`)]
  })
}
