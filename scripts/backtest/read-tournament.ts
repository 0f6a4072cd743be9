import * as z from 'zod'
import { type CutRule, findCutRule } from '#domain/forecast/cut-rule.ts'

/** A past tournament with its entries, as the input of a backtest. */
export type PastTournament = ReturnType<typeof toTournament>

const tierNames = ['A', 'B', 'C', 'D'] as const

/** A play-off does not count. */
const maxRounds = 4

/** A year in a name: 1980 or later. */
const yearPattern = /(?<!\d)(?:19[89]|20\d)\d(?!\d)/

/** The spellings of a missed cut in files. */
const missedCut = /^(m\/?)?cut$|^mc$/i

const id = z.union([z.int(), z.string()])

const golferFile = z.object({
  id,
  tier: z.enum(tierNames),
  rounds: z.array(z.int().min(1).nullable()).max(8).nullable().default([]),
  out: z.string().nullable().default(null),
})

const tournamentFile = z.object({
  event: id.nullish(),
  name: z.string().nullish(),
  par: z.int().min(54).max(90).default(72),
  cut: z.object({ afterRound: z.int().min(0).max(4) }).nullish(),
  golfers: z.array(golferFile).min(4),
  entries: z
    .array(z.array(id).length(4))
    .nullish()
    .transform((entries) => entries ?? []),
})

type TournamentFile = z.infer<typeof tournamentFile>
type GolferFile = TournamentFile['golfers'][number]

/** Parses one file's text. `file` is its name, for messages and as the name of a tournament without one. */
export function parseTournament(file: string, text: string): PastTournament {
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = tournamentFile.safeParse(content)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`${file}: ${z.core.toDotPath(issue?.path ?? []) || 'the file'}: ${issue?.message}`)
  }
  return toTournament(file, parsed.data)
}

function toTournament(file: string, data: TournamentFile) {
  const name = data.name || file.replace(/\.json$/i, '')
  const ranked = tierNames.flatMap((tier) => data.golfers.filter((golfer) => golfer.tier === tier))
  const indexes = new Map(ranked.map((golfer, index) => [golfer.id, index]))
  if (indexes.size < ranked.length) throw new Error(`${file}: golfers: there is a duplicate id.`)
  const rounds = Math.min(maxRounds, Math.max(...ranked.map((golfer) => countRounds(golfer))))
  if (rounds < 2) throw new Error(`${file}: golfers: nobody has played two rounds.`)
  const golfers = ranked.map((golfer, rank) => ({
    rank,
    rounds: Array.from({ length: rounds }, (_, index) => {
      const strokes = golfer.rounds?.[index] ?? null
      return strokes === null ? null : strokes - data.par
    }),
    out: toReason(golfer.out),
  }))
  const picks = data.entries.flatMap((entry, index) =>
    entry.map((id) => {
      const golfer = indexes.get(id)
      if (golfer === undefined) throw new Error(`${file}: entries[${index}]: there is no golfer ${id}.`)
      return golfer
    }),
  )
  const cut = findCut(file, name, data, rounds)
  return {
    /** The name of its file. */
    file,
    name,
    /** Equal for two pools of one event: constants fitted to one must not be used for the other. */
    eventKey: toEventKey(data),
    event: { golfers, players: golfers.length, rounds, par: data.par, cut },
    /** Four golfers for each entry, indexes into the event's golfers. */
    picks: Uint16Array.from(picks),
    /** The assumptions made, in sentences. */
    warnings: [
      ...findGaps(data.golfers),
      ...(cut !== null && findYear(file, name) === null ? ['name: without a year, the cut is that of today.'] : []),
      ...(picks.length === 0 ? ['entries: there are none.'] : []),
    ].map((warning) => `${file}: ${warning}`),
  }
}

/** A golfer with a round after a missing one counts as withdrawn. */
function findGaps(golfers: readonly GolferFile[]): string[] {
  return golfers.flatMap(({ rounds }, index) => {
    const missing = rounds?.indexOf(null) ?? -1
    if (missing < 0 || rounds?.slice(missing).every((strokes) => strokes === null) !== false) return []
    return [`golfers[${index}].rounds: one is missing before another, so the golfer withdrew there.`]
  })
}

/** The reason why a golfer did not finish, for `PastGolfer`. Null: the golfer finished. */
function toReason(out: string | null): string | null {
  const reason = out?.trim() || null
  return reason !== null && missedCut.test(reason) ? 'CUT' : reason
}

/** The rounds up to the last one with strokes. */
function countRounds({ rounds }: GolferFile): number {
  return (rounds ?? []).findLastIndex((strokes) => strokes !== null) + 1
}

/**
 * The round of the cut is known in advance but its line is not, so the file's line is not used. A file
 * without the round has a cut if a golfer missed it.
 */
function findCut(file: string, name: string, { cut, golfers }: TournamentFile, rounds: number): CutRule | null {
  const afterRound = cut?.afterRound ?? findCutRound(golfers)
  if (afterRound === 0 || afterRound >= rounds) return null
  const year = findYear(file, name) ?? Number.MAX_SAFE_INTEGER
  const rule = findCutRule(name, year, golfers.length) ?? findCutRule('', year, 0)
  return rule === null ? null : { ...rule, afterRound }
}

function findYear(file: string, name: string): number | null {
  const year = yearPattern.exec(name)?.[0] ?? yearPattern.exec(file)?.[0]
  return year === undefined ? null : Number(year)
}

/** The round after which most of those who missed the cut did; 0 if nobody did. A second cut takes fewer. */
function findCutRound(golfers: readonly GolferFile[]): number {
  const missed = golfers.filter(({ out }) => toReason(out) === 'CUT')
  const counts = [0, 1, 2, 3, 4].map((round) => missed.filter((golfer) => countRounds(golfer) === round).length)
  return missed.length === 0 ? 0 : counts.indexOf(Math.max(...counts))
}

/** The event's id, or otherwise all scores, which are never equal in two events. */
function toEventKey({ event, golfers }: TournamentFile): string {
  if (event !== null && event !== undefined && event !== '') return `event ${event}`
  return golfers
    .map(({ rounds }) => (rounds ?? []).join())
    .sort()
    .join(' ')
}
