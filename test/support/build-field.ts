import { type EventState, type Field, type Golfer, noValue, toParText } from '#domain/field/field.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import { buildPlayers } from './build-tournament.ts'

/** The field of `buildTournament`'s players in round 1, all at even par after a round of 70. */
export function buildField(overrides: Partial<Field> = {}): Field {
  return {
    event: buildEvent(),
    currentRound: 1,
    cutline: null,
    golfersScores: buildPlayers().map((player) => buildGolferOf(player)),
    ...overrides,
  }
}

export function buildEvent(overrides: Partial<EventState> = {}): EventState {
  return {
    name: 'Spring Open',
    season: 2026,
    status: 'STATUS_IN_PROGRESS',
    roundStatus: 'Round 1 - In Progress',
    par: 70,
    completed: false,
    ...overrides,
  }
}

/**
 * The field in which players 1, 2, 3 … of `buildTournament` have these scores to par (par 70); 'DNF' is a golfer who is
 * out at +10. Other players are not in the field.
 */
export function buildFieldOf(scores: readonly (number | 'DNF')[]): Field {
  const players = buildPlayers().slice(0, scores.length)
  return buildField({
    golfersScores: players.map((player, index) => {
      const score = scores[index] ?? 0
      return buildGolferOf(player, score === 'DNF' ? { isDNF: true, relativeScore: 10 } : { relativeScore: score })
    }),
  })
}

export function buildGolferOf(player: Player, overrides: Partial<Golfer> = {}): Golfer {
  return buildGolfer({ index: player.id - 1, espnId: player.espnId, fullName: player.name, ...overrides })
}

/** A golfer after a round of 70, at even par by default. The texts follow from the scores. */
export function buildGolfer(overrides: Partial<Golfer> = {}): Golfer {
  const { fullName = 'Player A1', isDNF = false, relativeScore = 0 } = overrides
  const { total = 70 + relativeScore } = overrides
  return {
    index: 0,
    espnId: '1001',
    fullName,
    shortName: fullName.replace(/^(.)\S* /, '$1. '),
    amateur: false,
    logoImage: null,
    isDNF,
    position: isDNF ? 'CUT' : '1',
    movement: { text: '-', class: 'none' },
    relativeScore,
    toPar: toParText(relativeScore),
    total,
    totalScore: total === 0 ? noValue : String(total),
    currentRoundScore: toParText(relativeScore),
    thru: 'F',
    teeTime: null,
    round1Score: String(total),
    round2Score: noValue,
    round3Score: noValue,
    round4Score: noValue,
    correction: null,
    ...overrides,
  }
}
