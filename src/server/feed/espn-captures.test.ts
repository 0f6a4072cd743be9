import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  cutline as cutlineMessage,
  eventState,
  golfer as golferMessage,
  playerProfile,
} from '#contract/leaderboard-contract.ts'
import { dnfReasons, type Golfer } from '#domain/field/field.ts'
import { expectSameAsDocument } from '#test/support/expect-document.ts'
import { toCourses } from './espn-courses.ts'
import { listField, toEventSummary } from './espn-event-summary.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import { parsePlayerSummary, toPlayerProfile } from './espn-player-summary.ts'
import { FeedError } from './feed-error.ts'

/**
 * Invariants of every recorded body in the folder FEED_CAPTURES. The test reads the bodies independently of the code.
 * A body that contradicts itself is logged and does not fail.
 */

type Json = Record<string, unknown>

const folder = process.env['FEED_CAPTURES']

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asJson) : []
}

function readToPar(text: unknown): number | null {
  if (text === 'E') return 0
  return typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : null
}

function plain(text: unknown): string {
  return String(text).normalize('NFC').replace(/\s+/g, ' ').trim()
}

function listFiles(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function parseFile(file: string): Json {
  try {
    return asJson(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {} // Notes, for example: counted as unknown.
  }
}

/** Whether a body is a leaderboard: it alone has the tournament's cut and scoring. */
function isLeaderboard(body: Json): boolean {
  return asList(body['events']).some((event) => 'tournament' in event && 'competitions' in event)
}

function isPlayerSummary(body: Json): boolean {
  return 'profile' in body
}

const files = folder ? listFiles(folder).map((file) => ({ name: relative(folder, file), body: parseFile(file) })) : []
const leaderboards = files.filter(({ body }) => isLeaderboard(body))
const summaries = files.filter(({ body }) => isPlayerSummary(body))

describe.skipIf(folder)('recorded bodies', () => {
  test.skip('are skipped: FEED_CAPTURES is not set')
})

describe.runIf(folder)('recorded bodies', () => {
  test('exist', () => {
    const unknown = files.filter((file) => !leaderboards.includes(file) && !summaries.includes(file))
    console.info(
      `${leaderboards.length} leaderboards, ${summaries.length} player summaries, ${unknown.length} other files ignored`,
    )
    expect(leaderboards.length + summaries.length).toBeGreaterThan(0)
  })

  for (const { name, body } of leaderboards) {
    for (const event of asList(body['events']).filter((candidate) => 'tournament' in candidate)) {
      test(`${name}, event ${event['id']}`, () => checkEvent(name, body, event))
    }
  }

  for (const { name, body } of summaries) {
    test(name, () => checkSummary(name, body))
  }
})

function checkEvent(name: string, body: Json, raw: Json) {
  const note = (fact: string) => console.info(`${name}, event ${raw['id']}: ${fact}`)
  const id = String(raw['id'])
  const scoring = String(asJson(asJson(raw['tournament'])['scoringSystem'])['name'] ?? 'Medal')
  if (/stableford|match|team/i.test(scoring)) {
    expect(() => parseLeaderboard(body, id)).toThrow(expect.objectContaining({ reason: 'not-supported' }))
    return note(`not supported, scoring is ${scoring}`)
  }
  const event = parseSupported(body, id)
  if (typeof event === 'string') return note(`not supported: ${event}`)

  const field = toField(event)
  const rows = asList(asJson(asList(raw['competitions'])[0])['competitors'])
  checkGolfers(rows, field.golfersScores, note)
  checkCutline(raw, field)
  expect(z.parse(eventState, field.event)).toEqual(field.event)
  expect(field.event.name).not.toBe('')
  expect(field.event.season).toBeGreaterThan(2000)
  const courses = asList(raw['courses'])
  const host = courses.find((course) => course['host'] === true) ?? asJson(courses[0])
  if (Number(host['shotsToPar']) > 0) expect(field.event.par).toBe(host['shotsToPar'])
  expect(toCourses(event).filter(({ isHost }) => isHost)).toHaveLength(Math.min(1, courses.length))
  expect(field.currentRound).toBeGreaterThanOrEqual(0)
  expect(field.currentRound).toBeLessThanOrEqual(5)
  expect(toEventSummary(event).firstDay).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(listField(event)).toHaveLength(field.golfersScores.length)
  noteLag(field.golfersScores, note)
  expectSameAsDocument(field)
}

function parseSupported(body: Json, id: string) {
  try {
    return parseLeaderboard(body, id)
  } catch (error) {
    if (error instanceof FeedError && error.reason === 'not-supported') return error.message
    throw error
  }
}

function checkGolfers(rows: Json[], golfers: readonly Golfer[], note: (fact: string) => void) {
  const ids = rows.map(({ id }) => String(id))
  expect(golfers.map(({ espnId }) => espnId).toSorted()).toEqual([...new Set(ids)].toSorted())
  if (new Set(ids).size < ids.length) note(`${ids.length - new Set(ids).size} golfers are sent twice`)
  const order = new Map(rows.map((row) => [String(row['id']), Number(row['sortOrder'])]))
  expect(golfers.map(({ index }) => index)).toEqual(golfers.map((_, index) => index))
  const sent = golfers.map(({ espnId }) => order.get(espnId) ?? 0)
  if (!sent.includes(Number.NaN)) expect(sent).toEqual(sent.toSorted((a, b) => a - b))
  const byId = new Map(golfers.map((golfer) => [golfer.espnId, golfer]))
  for (const row of rows) {
    const golfer = byId.get(String(row['id']))
    if (golfer) checkGolfer(row, golfer, note)
  }
}

function checkGolfer(row: Json, golfer: Golfer, note: (fact: string) => void) {
  const who = `golfer ${golfer.espnId}`
  expect(z.parse(golferMessage, golfer), who).toEqual(golfer)
  expect(JSON.stringify(golfer), who).not.toMatch(/NaN|undefined|""|null,"position"/)
  expect(golfer.fullName, who).toBe(plain(asJson(row['athlete'])['displayName']))
  checkScore(row, golfer, note)
  checkPosition(row, golfer, note)
  expect(golfer.thru, who).toMatch(/^(?:[1-9]|1[0-7]|F|--)$/)
  if (golfer.currentRoundScore === '--') expect(golfer.thru, who).toBe('--')
  if (golfer.teeTime !== null) expect([golfer.thru, golfer.isDNF], who).toEqual(['--', false])
}

function checkScore(row: Json, golfer: Golfer, note: (fact: string) => void) {
  const who = `golfer ${golfer.espnId}`
  const lines = asList(row['linescores'])
  const begun = [1, 2, 3, 4].map((round) =>
    lines.find(
      ({ period, value, displayValue, isPlayoff }) =>
        period === round && Number(value) > 0 && displayValue !== '-' && isPlayoff !== true,
    ),
  )
  const strokes = begun.map((line) => (line ? Number(line['value']) : 0))
  const texts = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  expect(texts, who).toEqual(strokes.map((value) => (value > 0 ? String(value) : '--')))
  expect(golfer.total, who).toBe(strokes.reduce((sum, value) => sum + value, 0))
  expect(golfer.totalScore, who).toBe(golfer.total > 0 ? String(golfer.total) : '--')

  const statistic = asList(row['statistics']).find(({ name }) => name === 'scoreToPar')
  const value = typeof statistic?.['value'] === 'number' ? statistic['value'] : null
  const toPar = readToPar(statistic?.['displayValue'])
  if (golfer.total === 0) expect([golfer.relativeScore, golfer.toPar], who).toEqual([0, '--'])
  else if (toPar !== null) expect(golfer.relativeScore, who).toBe(value ?? toPar)
  if (toPar !== null && value !== null && toPar !== value) note(`${who}: to par is ${value} and "${toPar}"`)

  const byRound = begun.map((line) => (line ? readToPar(line['displayValue']) : 0))
  const sum = byRound.reduce<number>((total, value) => total + (value ?? 0), 0)
  if (golfer.total > 0 && !byRound.includes(null) && sum !== golfer.relativeScore) {
    note(`${who}: to par is ${golfer.relativeScore}, the rounds add up to ${sum}`)
  }
  const finished = asJson(row['score'])['value']
  if (golfer.isDNF && typeof finished === 'number' && finished !== golfer.total) {
    note(`${who}: out with ${golfer.total} strokes, the score counts ${finished}`)
  }
}

function checkPosition(row: Json, golfer: Golfer, note: (fact: string) => void) {
  const who = `golfer ${golfer.espnId}`
  const status = asJson(row['status'])
  const type = asJson(status['type'])
  const position = String(asJson(status['position'])['displayName'] ?? '-')
  const isReportedOut = type['name'] === 'STATUS_CUT' || String(type['id']) === '3'
  if (isReportedOut) {
    expect(golfer.isDNF, who).toBe(true)
    expect(dnfReasons, who).toContain(golfer.position)
    if (dnfReasons.some((reason) => reason === type['shortDetail'])) {
      expect(golfer.position, who).toBe(type['shortDetail'])
    }
  } else if (golfer.isDNF) {
    expect(dnfReasons, who).toContain(golfer.position)
    note(`${who}: ${golfer.position} by the rounds, the status is ${type['name']}, the position ${position}`)
  } else {
    expect(golfer.position, who).toBe(/^(?:-|999|)$/.test(position) ? '--' : position)
  }
  const moved = golfer.isDNF ? 0 : Number(row['movement'] ?? 0)
  const expected = { '-1': 'positive', '0': 'none', '1': 'negative' }[Math.sign(moved)]
  expect(golfer.movement.class, who).toBe(expected)
}

function checkCutline(raw: Json, { cutline, currentRound }: ReturnType<typeof toField>) {
  const { cutRound, cutScore, cutCount } = asJson(raw['tournament'])
  const type = asJson(asJson(asJson(asList(raw['competitions'])[0])['status'])['type'])
  const isComplete = type['name'] === 'STATUS_PLAY_COMPLETE' || /complete|final/i.test(String(type['detail']))
  const isProjected = currentRound === cutRound && !isComplete && Number(cutCount) > 0
  expect(cutline).toEqual(isProjected ? expect.objectContaining({ value: cutScore, type: 'projected' }) : null)
  expect(z.safeParse(z.nullable(cutlineMessage), cutline).success).toBe(true)
}

/** In bodies recorded during an update, some scores have changed and the positions have not. */
function noteLag(golfers: readonly Golfer[], note: (fact: string) => void) {
  const placed = golfers.filter(({ position }) => /^T?\d+$/.test(position))
  const wrong = placed.filter(({ position, relativeScore }) => {
    const better = placed.filter((other) => other.relativeScore < relativeScore).length
    return Number(position.replace('T', '')) !== better + 1
  })
  if (wrong.length > 0) note(`${wrong.length} of ${placed.length} positions differ from the order of to-par`)
}

function checkSummary(name: string, body: Json) {
  const id = String(asJson(body['profile'])['id'])
  const context = {
    espnId: id,
    fullName: 'Nobody',
    logoImage: null,
    courses: [],
    rounds: /three-rounds/.test(name) ? 3 : 4,
  }
  const profile = toPlayerProfile(parsePlayerSummary(body, id), context)
  expect(z.parse(playerProfile, profile)).toEqual(profile)
  expect(profile.displayName).toBe(plain(asJson(body['profile'])['displayName']))
  expect(['Right', 'Left', null]).toContain(profile.hand)

  const rounds = asList(body['rounds']).filter(
    ({ period, isPlayoff }) => Number(period) >= 1 && Number(period) <= 4 && isPlayoff !== true,
  )
  const periods = rounds.map(({ period }) => Number(period)).sort((a, b) => a - b)
  expect(profile.rounds.map(({ period }) => period)).toEqual([...new Set(periods)])
  for (const { period, value, outScore, inScore, linescores } of profile.rounds) {
    const raw = rounds.find((round) => round['period'] === period)
    expect(value).toBe(Number(raw?.['value']) > 0 ? raw?.['value'] : null)
    const holes = asList(raw?.['linescores']).filter((hole) => Number(hole['value']) > 0)
    expect(linescores.map((hole) => hole.period)).toEqual(
      holes.map((hole) => Number(hole['period'])).sort((a, b) => a - b),
    )
    const sum = linescores.reduce((strokes, hole) => strokes + hole.value, 0)
    if (linescores.length === 18 && (sum !== value || (outScore ?? 0) + (inScore ?? 0) !== value)) {
      console.info(`${name}: round ${period} is ${value}, out and in ${outScore} and ${inScore}, its holes ${sum}`)
    }
  }
}
