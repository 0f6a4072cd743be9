import { expect, test } from 'vitest'
import { type LeaderboardBody, toLeaderboardBody } from './leaderboard-body.ts'
import { minuteOf } from './milestones.ts'
import { playTournament } from './tournament-play.ts'

const play = playTournament('body', { playOff: 'always' })

function eventOf(body: LeaderboardBody) {
  const [event] = body.events
  const [competition] = event?.competitions ?? []
  if (event === undefined || competition === undefined) throw new Error('a body has an event')
  return { event, competition, competitors: competition.competitors }
}

function at(milestone: string, later = 0) {
  return eventOf(toLeaderboardBody(play, minuteOf(play, milestone) + later))
}

type Row = ReturnType<typeof at>['competitors'][number]

test.each([
  ['scheduled', 'STATUS_SCHEDULED', 0, 'STATUS_SCHEDULED', 'June 18 - 21'],
  ['round-1-waiting', 'STATUS_IN_PROGRESS', 1, 'STATUS_IN_PROGRESS', 'Round 1 - In Progress'],
  ['round-1-complete', 'STATUS_IN_PROGRESS', 1, 'STATUS_PLAY_COMPLETE', 'Round 1 - Play Complete'],
  ['round-2-middle', 'STATUS_IN_PROGRESS', 2, 'STATUS_IN_PROGRESS', 'Round 2 - In Progress'],
  ['round-4-complete', 'STATUS_IN_PROGRESS', 4, 'STATUS_PLAY_COMPLETE', 'Round 4 - Play Complete'],
  ['play-off', 'STATUS_IN_PROGRESS', 5, 'STATUS_PLAY_COMPLETE', 'Playoff - Play Complete'],
  ['final', 'STATUS_FINAL', 5, 'STATUS_FINAL', 'Final'],
])('at %s the event says %s, and round %i says %s', (milestone, eventStatus, period, name, detail) => {
  const { event, competition } = at(milestone)
  expect(event.status.type.name).toBe(eventStatus)
  expect(event.status.type.completed).toBe(eventStatus === 'STATUS_FINAL')
  expect(competition.status).toMatchObject({ period, type: { name, detail } })
})

test("the body's array is not sorted", () => {
  for (const milestone of ['scheduled', 'round-1-middle', 'round-2-late', 'cut', 'round-4-middle', 'final']) {
    const orders = at(milestone).competitors.map(({ sortOrder }) => sortOrder)
    expect(orders).not.toEqual(orders.toSorted((a, b) => a - b))
  }
})

test('a golfer on the course has the score of the round under way only in the total', () => {
  const playing = at('round-2-middle').competitors.filter(({ status }) => status.type.name === 'STATUS_IN_PROGRESS')
  expect(playing.length).toBeGreaterThan(20)
  for (const row of playing) {
    const [first, second] = row.linescores
    expect(row).toMatchObject({ score: { value: first && 'value' in first ? first.value : 0 } })
    expect(second).toMatchObject({ period: 2, isPlayoff: false })
    expect(row.status).toMatchObject({ behindCurrentRound: false })
    const { thru = 0, displayThru } = { displayThru: '', ...row.status }
    expect(thru).toBeGreaterThan(0)
    expect(thru).toBeLessThan(18)
    expect(displayThru).toBe(String(thru))
  }
})

test('the cut line is projected in round 2 and final after it, with a count of 0 while there is none', () => {
  expect(at('round-1-late').event.tournament).toMatchObject({ cutScore: 0, cutCount: 0, cutRound: 2 })
  expect(at('round-2-middle').event.tournament.cutCount).toBeGreaterThanOrEqual(65)
  expect(at('round-3-middle').event.tournament).toMatchObject({
    cutScore: play.cut.score,
    cutCount: play.cut.count,
  })
})

test('round 2 is complete for some minutes before anybody is cut', () => {
  const complete = eventOf(toLeaderboardBody(play, play.schedule[1]?.completeFrom ?? 0))
  const cutRows = (rows: readonly Row[]) => rows.filter(({ status }) => status.displayValue === 'CUT').length
  expect(complete.competition.status.type.name).toBe('STATUS_PLAY_COMPLETE')
  expect(cutRows(complete.competitors)).toBe(0)
  expect(cutRows(at('cut').competitors)).toBeGreaterThan(70)
})

test('a withdrawn golfer has STATUS_CUT with WD, the end of the order and no position', () => {
  const { competitors } = at('round-3-complete')
  const withdrawn = competitors.filter(({ status }) => status.type.shortDetail === 'WD')
  const active = competitors.filter(({ status }) => status.type.id !== '3')
  expect(withdrawn.length).toBeGreaterThan(1)
  for (const row of withdrawn) {
    expect(row.status.type).toMatchObject({ id: '3', name: 'STATUS_CUT', description: 'Withdrawn' })
    expect(row.status.position.displayName).toBe('-')
    expect(row.movement).toBe(0)
    expect(active.every(({ sortOrder }) => sortOrder < row.sortOrder)).toBe(true)
  }
})

test('the holes of a golfer who withdrew in a round count in the total and not in the score', () => {
  const { competitors } = at('round-2-late')
  const row = competitors.find(({ status }) => status.displayValue === 'WD' && 'displayThru' in status)
  const [first, second] = row?.linescores ?? []
  expect(row?.status).toMatchObject({ displayThru: '12', position: { displayName: '-' } })
  expect(first && 'value' in first && first.value).toBe(row && 'score' in row && row.score?.value)
  expect(second).toMatchObject({ period: 2 })
})

test('a cut golfer has two rounds, or a third one that is empty', () => {
  const cut = at('final').competitors.filter(({ status }) => status.displayValue === 'CUT')
  expect(new Set(cut.map(({ linescores }) => linescores.length))).toEqual(new Set([2, 3]))
  for (const { linescores, status } of cut) {
    expect(status).toMatchObject({ period: 3, behindCurrentRound: true })
    expect(status).not.toHaveProperty('teeTime')
    if (linescores.length === 3) expect(linescores[2]).toMatchObject({ value: 0, displayValue: '-' })
  }
})

test('in a play-off its golfers play a fifth round, and all others are marked with a star', () => {
  const { competitors } = at('play-off', 15)
  const inPlayOff = competitors.filter(({ status }) => status.period === 5)
  expect(inPlayOff.length).toBeGreaterThan(1)
  for (const { linescores, status } of inPlayOff) {
    expect(status).toMatchObject({ period: 5, teeTime: '1900-01-01T10:00Z', displayValue: 'F' })
    expect(linescores[4]).toMatchObject({ period: 5, isPlayoff: true })
  }
  const finished = competitors.filter(({ status }) => status.type.name === 'STATUS_FINISH')
  expect(finished.every(({ status }) => 'displayThru' in status && status.displayThru === '18*')).toBe(true)
})
