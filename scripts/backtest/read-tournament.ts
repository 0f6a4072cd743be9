import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { findCutRule } from '#domain/forecast/cut-rule.ts'
import type { PastEvent } from '#domain/forecast/past-event.ts'

/** A past tournament with its entries, ready to be forecast again. */
export type PastTournament = {
  readonly name: string
  readonly event: PastEvent
  /** Four golfers for each entry, indexes into the event's golfers. */
  readonly picks: Uint16Array
}

const tierNames = ['A', 'B', 'C', 'D'] as const

/** A play-off does not count. */
const maxRounds = 4

const round = z.int().min(1).nullable()

const golferFile = z.object({
  id: z.union([z.int(), z.string()]),
  tier: z.enum(tierNames),
  rounds: z.array(round).max(5).nullable().default([]),
  out: z.string().nullable().default(null),
})

const tournamentFile = z.object({
  name: z.string().default(''),
  par: z.int().min(54).max(90).default(72),
  cut: z.object({ afterRound: z.int().min(0).max(4) }).nullish(),
  golfers: z.array(golferFile).min(4),
  entries: z.array(z.array(z.union([z.int(), z.string()])).length(4)).default([]),
})

type TournamentFile = z.infer<typeof tournamentFile>

/** Reads every .json file of a folder, by name. Throws a sentence that names the file and the field. */
export function readTournaments(folder: string): PastTournament[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  if (files.length === 0) throw new Error(`${folder} holds no .json file.`)
  return files.map((name) => parseTournament(name, readFileSync(join(folder, name), 'utf8')))
}

/** Parses one file's text. `file` is its name, for messages and as the name of a tournament without one. */
export function parseTournament(file: string, text: string): PastTournament {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  const parsed = tournamentFile.safeParse(content)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`${file}: ${toPath(issue?.path ?? []) || 'the file'}: ${issue?.message}`)
  }
  return toTournament(file, parsed.data)
}

function toPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`),
    '',
  )
}

function toTournament(file: string, data: TournamentFile): PastTournament {
  const name = data.name || basename(file, '.json')
  const ranked = tierNames.flatMap((tier) => data.golfers.filter((golfer) => golfer.tier === tier))
  const indexes = new Map(ranked.map(({ id }, index) => [id, index]))
  if (indexes.size < ranked.length) throw new Error(`${file}: golfers: an id occurs twice.`)
  const rounds = Math.min(maxRounds, Math.max(...ranked.map((golfer) => countRounds(golfer))))
  if (rounds < 2) throw new Error(`${file}: golfers: nobody has played two rounds.`)
  const golfers = ranked.map((golfer, rank) => ({
    rank,
    rounds: Array.from({ length: rounds }, (_, index) => {
      const strokes = golfer.rounds?.[index] ?? null
      return strokes === null ? null : strokes - data.par
    }),
    out: golfer.out,
  }))
  const cut = toCut(file, name, data, rounds)
  const picks = data.entries.flatMap((entry, index) =>
    entry.map((id) => {
      const golfer = indexes.get(id)
      if (golfer === undefined) throw new Error(`${file}: entries[${index}]: there is no golfer ${id}.`)
      return golfer
    }),
  )
  return {
    name,
    event: { golfers, players: golfers.length, rounds, par: data.par, cut },
    picks: Uint16Array.from(picks),
  }
}

/** The rounds up to the last one with strokes. */
function countRounds({ rounds }: TournamentFile['golfers'][number]): number {
  return (rounds ?? []).findLastIndex((strokes) => strokes !== null) + 1
}

/**
 * When the field is cut is known from the start; where the line falls is not, so the file's line is not used. A file
 * without the field has a cut if somebody missed it.
 */
function toCut(file: string, name: string, { cut, golfers }: TournamentFile, rounds: number): PastEvent['cut'] {
  const played = golfers.filter(({ out }) => out === 'CUT').map((golfer) => countRounds(golfer))
  const afterRound = cut === undefined ? Math.max(0, ...played) : (cut?.afterRound ?? 0)
  if (afterRound === 0 || afterRound >= rounds) return null
  const year = Number(/\b(?:19|20)\d\d\b/.exec(`${name} ${file}`)?.[0] ?? Number.MAX_SAFE_INTEGER)
  const rule = findCutRule(name, year, golfers.length) ?? findCutRule('', year, 0)
  return rule === null ? null : { ...rule, afterRound }
}
