import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '#domain/field/field.ts'
import { buildEspnBody, buildEspnRow, type EspnEventInput, espnEventId } from '#test/support/build-espn-body.ts'
import { listRecordedFolders } from '#test/support/recorded-bodies.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import { evaluate, startAcceptance } from './feed-acceptance.ts'
import { FeedError } from './feed-error.ts'

/** Receives each of these bodies three times. Returns the board and the reasons of refusals. */
function receive(bodies: readonly unknown[], eventId = espnEventId, known?: Field) {
  const refusals: string[] = []
  const stored = known && { field: known, requestedAt: new Date(0) }
  let state = startAcceptance(stored ?? null, new Date(1))
  for (const [index, body] of bodies.flatMap((body) => [body, body, body]).entries()) {
    try {
      const field = toField(parseLeaderboard(body, eventId), state.accepted?.field)
      state = evaluate(state, { field, requestedAt: new Date(index + 1) }).state
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      refusals.push(error.message)
    }
  }
  if (!state.accepted) throw new Error('nothing was accepted')
  return { board: state.accepted.field, refusals }
}

const receiveEvents = (...events: EspnEventInput[]) => receive(events.map(buildEspnBody))

const findGolfer = ({ golfersScores }: Field, id: string) => golfersScores.find(({ espnId }) => espnId === id)

const ids = Array.from({ length: 12 }, (_, index) => String(index + 1))

/** Twelve golfers in round 2: 70 strokes in round 1, 35 so far. */
function buildRound2(change: (row: ReturnType<typeof buildEspnRow>, id: string) => unknown = (row) => row) {
  const rows = ids.map((id) =>
    buildEspnRow({
      id,
      name: `Golfer ${id}`,
      state: 'playing',
      rounds: [
        [70, '-2'],
        [35, '-1'],
      ],
      toPar: { value: -3, displayValue: '-3' },
      status: { thru: 9 },
    }),
  )
  const competitors = rows.map((row, index) => change(row, ids[index] ?? '')).filter((row) => row !== null)
  return { round: 2, competitors } satisfies EspnEventInput
}

const without =
  (...names: string[]) =>
  (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const only = (wanted: string, change: (row: object) => unknown) => (row: object, id: string) =>
  id === wanted ? change(row) : row
const half = (change: (row: object) => unknown) => (row: object, id: string) => (Number(id) <= 6 ? change(row) : row)

describe('a body that lacks what the board has is a fault, however often it comes', () => {
  test.each<[string, unknown]>([
    ['all but the event id', { events: [{ id: espnEventId }] }],
    ['all golfers', buildEspnBody({ ...buildRound2(), competitors: [] })],
    ['all linescores, with every score to par', buildEspnBody(buildRound2(without('linescores')))],
    ['half of the linescores', buildEspnBody(buildRound2(half(without('linescores'))))],
    ['half of the golfers', buildEspnBody(buildRound2(half(() => null)))],
  ])('without %s', (_, body) => {
    const good = buildEspnBody(buildRound2())
    const { board, refusals } = receive([good, body])
    expect(board).toEqual(receive([good]).board)
    expect(refusals).toEqual(Array(3).fill(expect.stringContaining('is incomplete')))
  })

  test('before the start without golfers', () => {
    const before: EspnEventInput = { round: 0, play: 'scheduled', competitors: [buildEspnRow({ rounds: [] })] }
    const { board, refusals } = receiveEvents(before, { ...before, competitors: [] })
    expect(board.golfersScores).toHaveLength(1)
    expect(refusals).toHaveLength(3)
  })
})

describe('a single golfer keeps what is known', () => {
  const good = buildRound2()
  const change = (change: (row: object) => unknown) => {
    const { board, refusals } = receiveEvents(good, buildRound2(only('5', change)))
    expect(refusals).toEqual([])
    return findGolfer(board, '5')
  }
  const known = findGolfer(receiveEvents(good).board, '5')

  test.each<[string, (row: object) => unknown]>([
    ['linescores', without('linescores')],
    ['the line of a round', (row) => ({ ...row, linescores: [{ period: 1, value: 70, displayValue: '-2' }] })],
    ['linescores and the score to par', without('linescores', 'statistics')],
    ['the score to par in every place', (row) => ({ ...without('statistics', 'score')(row), linescores: [] })],
    ['name and flag', without('athlete')],
    ['a row', () => null],
  ])('without %s', (_, lacking) => {
    expect({ ...change(lacking), index: known?.index }).toEqual(known)
  })

  test('but is out as soon as the feed says so', () => {
    const withdrawn = { period: 2, type: { id: '3', name: 'STATUS_CUT', shortDetail: 'WD' } }
    expect(change((row) => ({ ...row, status: withdrawn, linescores: [] }))).toMatchObject({
      isDNF: true,
      position: 'WD',
      total: 105,
      toPar: '-3',
    })
  })

  test('but not the strokes of the current round that the feed itself takes back', () => {
    const linescores = [
      { period: 1, value: 70, displayValue: '-2' },
      { period: 2, value: 0, displayValue: '-' },
    ]
    expect(change((row) => ({ ...row, linescores }))).toMatchObject({ total: 70, round2Score: '--' })
  })

  test('and is out once a later round is complete without them', () => {
    const rounds = [1, 2, 3].map(() => [70, 'E'] as [number, string])
    const competitors = ids.filter((id) => id !== '5').map((id) => buildEspnRow({ id, rounds }))
    const inRound3 = receiveEvents(good, { round: 3, competitors })
    expect(findGolfer(inRound3.board, '5')).toMatchObject({ isDNF: false, total: 105, thru: '--' })
    const afterRound3 = receiveEvents(good, { round: 3, play: 'complete', competitors })
    expect(findGolfer(afterRound3.board, '5')).toMatchObject({ isDNF: true, position: 'WD', total: 105 })
  })
})

describe('what an event legitimately does is accepted', () => {
  test('a golfer who withdraws before a stroke disappears', () => {
    const waiting = buildRound2(only('5', (row) => ({ ...row, linescores: [], status: { type: { id: '0' } } })))
    const { board, refusals } = receiveEvents(waiting, buildRound2(only('5', () => null)))
    expect(findGolfer(board, '5')).toBeUndefined()
    expect(refusals).toEqual([])
  })

  test('golfers who missed the cut are no longer listed, and keep their rows', () => {
    const cut = { type: { id: '3', name: 'STATUS_CUT', shortDetail: 'CUT' } }
    const afterCut = buildRound2(half((row) => ({ ...row, status: cut })))
    const { board, refusals } = receiveEvents(afterCut, buildRound2(half(() => null)))
    expect(refusals).toEqual([])
    expect(findGolfer(board, '5')).toMatchObject({ position: 'CUT', total: 105 })
  })

  test('an earlier round that the feed repeats is shown as it is, with nothing from the later one', () => {
    const rows = ids.map((id) => buildEspnRow({ id, rounds: [[33, '-3']], state: 'playing' }))
    const { board } = receiveEvents(buildRound2(), { round: 1, competitors: rows })
    expect(board.currentRound).toBe(1)
    expect(board.golfersScores.map(({ total }) => total)).toEqual(ids.map(() => 33))
  })

  test('so is a start that the feed takes back', () => {
    const rows = ids.map((id) => buildEspnRow({ id, rounds: [], state: 'scheduled' }))
    const { board } = receiveEvents(buildRound2(), { round: 0, play: 'scheduled', competitors: rows })
    expect(board).toMatchObject({ currentRound: 0, event: { status: 'STATUS_SCHEDULED' } })
  })
})

test('an event without a status, name or course keeps those that are known', () => {
  const final: EspnEventInput = { ...buildRound2(), round: 4, play: 'final' }
  const nameless = { status: null, name: null, shortName: null, season: null, date: null, courses: null }
  const { board } = receiveEvents(final, { ...final, event: nameless, competition: { status: null } })
  expect(board).toMatchObject({ currentRound: 4, event: receiveEvents(final).board.event })
})

type Json = { [name: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every golfer with strokes is still there with all of them, and almost every golfer without. */
function expectNothingLost(before: Field, after: Field): void {
  const list = ({ golfersScores }: Field) =>
    golfersScores
      .filter(({ total }) => total > 0)
      .map(({ espnId, toPar, totalScore, round1Score, round2Score, round3Score, round4Score }) =>
        [espnId, toPar, totalScore, round1Score, round2Score, round3Score, round4Score].join(' '),
      )
      .sort()
  expect(list(after)).toEqual(list(before))
  expect(after.currentRound).toBe(before.currentRound)
  expect(after.golfersScores.length * 4).toBeGreaterThanOrEqual(before.golfersScores.length * 3)
}

/** Deletes a property, or replaces its value. Lists become shorter. */
function damage(parent: Json, name: string, replacement: unknown): void {
  if (replacement !== undefined) parent[name] = replacement
  else if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else delete parent[name]
}

/** A copy without one random part, most of them deep in the body. */
function damageAnywhere(body: unknown, pick: (count: number) => number, replacement: unknown): unknown {
  const copy: unknown = structuredClone(body)
  let parent = copy
  while (isObject(parent)) {
    const names = Object.keys(parent)
    const name = names[pick(names.length)]
    if (name === undefined) return copy
    const child = parent[name]
    if (!isObject(child) || pick(10) === 0) {
      damage(parent, name, replacement)
      return copy
    }
    parent = child
  }
  return copy
}

/** The names on the way to each part of a body, "*" for any item of a list. */
function listPaths(value: unknown, path: readonly string[] = []): string[] {
  if (!isObject(value)) return []
  const steps = Object.entries(value).flatMap(([name, child]) => {
    const step = [...path, Array.isArray(value) ? '*' : name]
    return [step.join('.'), ...listPaths(child, step)]
  })
  return [...new Set(steps)]
}

function damageEverywhere(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): void {
  if (!isObject(value) || step === undefined) return
  const names = step === '*' ? Object.keys(value).reverse() : [step]
  for (const name of names) {
    if (rest.length > 0) damageEverywhere(value[name], rest, replacement)
    else damage(value, name, replacement)
  }
}

const recorded = (await listRecordedFolders()).flatMap(({ bodies, title }) =>
  bodies.map((body, index) => ({ name: `body ${index + 1} of ${title}`, body })),
)
const bodies = [
  { name: 'a built body', body: buildEspnBody(buildRound2()), id: espnEventId },
  ...recorded.map(({ name, body }) => ({ name, body: { events: [body.event] }, id: String(body.event['id']) })),
]
const replacements = [undefined, null, '', {}, []]

const rounds = testRounds(40)

test.each(bodies)('$name loses neither strokes nor golfers without some of its parts', ({ body, id }) => {
  const good = receive([body], id).board
  const numRuns = Math.ceil(rounds / bodies.length)
  fc.assert(
    fc.property(fc.gen(), fc.constantFrom(...replacements), fc.integer({ min: 1, max: 3 }), (random, value, parts) => {
      const pick = (count: number) => random(fc.nat, { max: Math.max(0, count - 1) })
      let damaged: unknown = body
      for (let part = 0; part < parts; part += 1) damaged = damageAnywhere(damaged, pick, value)
      const { board } = receive([damaged], id, good)
      expectNothingLost(good, board)
    }),
    { numRuns },
  )
})

test('a body loses neither strokes nor golfers without a part of every golfer', () => {
  const body = buildEspnBody(buildRound2())
  const good = receive([body]).board
  for (const path of listPaths(body)) {
    for (const replacement of replacements) {
      const damaged = structuredClone(body)
      damageEverywhere(damaged, path.split('.'), replacement)
      expectNothingLost(good, receive([damaged], espnEventId, good).board)
    }
  }
})
