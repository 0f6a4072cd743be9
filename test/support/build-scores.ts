import type { ScoreDocument, ScoredEvent, ScoredGolfer } from '#domain/scores/score-document.ts'

/** Scores of an event in progress, par 72. */
export function buildScores(event: Partial<ScoredEvent>, golfers: readonly ScoredGolfer[]): ScoreDocument {
  return {
    event: {
      id: '4018',
      name: 'Spring Open',
      season: 2026,
      par: 72,
      round: 1,
      status: 'in-progress',
      cut: null,
      updated: '2026-06-05T18:00:00.000Z',
      ...event,
    },
    golfers,
  }
}

/** A golfer who has not begun. */
export function buildScoredGolfer(overrides: Partial<ScoredGolfer> = {}): ScoredGolfer {
  return {
    id: '1001',
    name: 'Ann Arbor',
    status: 'playing',
    rounds: [],
    today: null,
    thru: null,
    toPar: null,
    teeTime: null,
    position: null,
    amateur: false,
    ...overrides,
  }
}
