import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { advance, createForecast, readChances } from '#domain/forecast/forecast.ts'
import { buildField } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { type ChancesSource, type ChancesState, createChancesClient } from './chances-client.ts'
import type { ChancesRequest, ChancesResponse } from './chances-protocol.ts'

const pool = createPool(buildTournament({ entries: [buildEntry()] }))
const wish = { roundStart: false, rows: [], rooting: null }

function sourceOf(version: number, scenario: ChancesSource['scenario'] = []): ChancesSource {
  return { pool, leaderboard: { ...buildField(), version, timeStamp: '2026-04-09T12:00:00.000Z' }, scenario }
}

function figuresOf(version: number, scenario = ''): ChancesResponse {
  const seed = { tournamentId: 1, version }
  const forecast = createForecast({ players: pool.players, picks: pool.picks, field: buildField(), seed })
  advance(forecast, 10)
  return {
    kind: 'figures',
    key: { tournamentId: 1, version, scenario },
    chances: readChances(forecast),
    isRefined: false,
  }
}

const versionOf = ({ figures }: ChancesState) => figures?.key.version ?? null

/** A client whose worker records the messages it gets. */
function openClient() {
  const messages: ChancesRequest[] = []
  const page = { isVisible: true, workers: 0, terminated: 0 }
  let respond: (response: ChancesResponse) => void = () => {}
  let change = () => {}
  const client = createChancesClient({
    createWorker: () => {
      page.workers += 1
      return {
        postMessage: (message: ChancesRequest) => void messages.push(message),
        terminate: () => {
          page.terminated += 1
        },
      }
    },
    onResponse: (listener) => {
      respond = listener
    },
    isVisible: () => page.isVisible,
    onVisibilityChange: (listener) => {
      change = listener
    },
  })
  const takeKinds = () => messages.splice(0).map(({ kind }) => kind)
  return {
    client,
    page,
    takeKinds,
    respond: (response: ChancesResponse) => respond(response),
    setVisible: (isVisible: boolean) => {
      page.isVisible = isVisible
      change()
    },
    messages,
  }
}

test('there is no worker until something shows the figures', () => {
  const { client, page, takeKinds } = openClient()
  client.show(sourceOf(1))
  expect(page.workers).toBe(0)
  client.watch(wish, () => {})
  expect(page.workers).toBe(1)
  expect(takeKinds()).toEqual(['pool', 'field', 'entries', 'watch'])
})

test('a leaderboard is sent once, and the pool only when it is another', () => {
  const { client, takeKinds } = openClient()
  client.show(sourceOf(1))
  client.watch(wish, () => {})
  takeKinds()
  client.show(sourceOf(1))
  client.show(sourceOf(2))
  expect(takeKinds()).toEqual(['field'])
  client.show(sourceOf(2, [[0, -5]]))
  expect(takeKinds()).toEqual(['scenario'])
})

test('a hidden page computes nothing, and goes on with the newest leaderboard', () => {
  const { client, takeKinds, setVisible, messages } = openClient()
  client.show(sourceOf(1))
  client.watch(wish, () => {})
  takeKinds()
  setVisible(false)
  expect(messages.at(-1)).toMatchObject({ kind: 'watch', isWatched: false })
  takeKinds()
  client.show(sourceOf(2))
  client.show(sourceOf(3))
  expect(takeKinds()).toEqual([])
  setVisible(true)
  expect(messages).toMatchObject([
    { kind: 'field', version: 3 },
    { kind: 'watch', isWatched: true },
  ])
})

test('after a failure, the next leaderboard has a new worker, which is sent everything', () => {
  const { client, page, takeKinds, respond, messages } = openClient()
  client.show(sourceOf(1, [[0, -5]]))
  client.watch({ ...wish, rows: [0] }, () => {})
  const kinds = takeKinds()
  respond({ kind: 'failed', message: 'not found' })
  expect(client.getState().failure).toBe('not found')
  expect([page.workers, page.terminated, takeKinds()]).toEqual([1, 1, []])
  client.show(sourceOf(2, [[0, -5]]))
  expect([page.workers, messages.map(({ kind }) => kind)]).toEqual([2, kinds])
  respond(figuresOf(2, '0:-5'))
  expect([client.getState().failure, versionOf(client.getState())]).toEqual([null, 2])
})

test('the record of past tournaments needs no board', () => {
  const { client, takeKinds, messages, respond } = openClient()
  const leave = client.watch(wish, () => {})
  const event = { golfers: [], players: 0, rounds: 4, par: 70, cut: null }
  client.lookBack(3, event, pool.picks)
  client.lookBack(3, event, pool.picks)
  expect(messages.filter(({ kind }) => kind === 'past')).toEqual([
    { kind: 'past', tournamentId: 3, event, picks: pool.picks },
  ])
  expect(takeKinds()).not.toContain('field')
  respond({ kind: 'past', tournamentId: 3, reliability: { win: [], topThree: [], disqualified: [] } })
  expect([...client.getState().past.keys()]).toEqual([3])
  leave()
})

test('when the last part that shows them has gone, the work ends', async () => {
  const { client, takeKinds, messages } = openClient()
  client.show(sourceOf(1))
  const leave = client.watch({ ...wish, rows: [2], rooting: 2 }, () => {})
  expect(messages.find(({ kind }) => kind === 'entries')).toEqual({ kind: 'entries', rows: [2], rooting: 2 })
  takeKinds()
  leave()
  await expect.poll(() => messages.at(-1)).toMatchObject({ kind: 'watch', isWatched: false })
})

test('a chart is asked for while it is shown, also by the worker after a failure, and is forgotten with it', async () => {
  const { client, messages, respond } = openClient()
  client.show(sourceOf(1))
  const asked = () => messages.flatMap((message) => (message.kind === 'progress' ? [message.wish] : []))
  const progress = { rows: [2], records: [] }
  const leave = client.watch({ ...wish, progress }, () => {})
  respond({ kind: 'failed', message: 'not found' })
  client.show(sourceOf(2))
  expect(asked()).toEqual([progress, progress])
  respond({ kind: 'progress', rows: [2], points: [] })
  expect(client.getState().progress?.rows).toEqual([2])
  leave()
  await expect.poll(() => asked().at(-1)).toBeNull()
  expect(client.getState().progress).toBeNull()
  respond({ kind: 'progress', rows: [2], points: [] })
  expect(client.getState().progress).toBeNull()
})

test('figures of an older leaderboard or another scenario are not shown', () => {
  const { client, respond } = openClient()
  let changes = 0
  client.show(sourceOf(2))
  client.watch(wish, () => {
    changes += 1
  })
  respond(figuresOf(1))
  respond(figuresOf(2, '0:-5'))
  expect([changes, client.getState().figures]).toEqual([0, null])
  respond({ ...figuresOf(2), key: { tournamentId: 9, version: 2, scenario: '' } } as ChancesResponse)
  expect(changes).toBe(0)
  respond(figuresOf(2))
  expect(versionOf(client.getState())).toBe(2)
  respond({ kind: 'failed', message: 'no memory' })
  expect(client.getState().failure).toBe('no memory')
  expect(changes).toBe(2)
})

test('the figures of the leaderboard before stay until the new ones are there', () => {
  const { client, respond } = openClient()
  client.show(sourceOf(1))
  client.watch(wish, () => {})
  respond(figuresOf(1))
  client.show(sourceOf(2))
  expect(versionOf(client.getState())).toBe(1)
  respond(figuresOf(1))
  respond(figuresOf(2))
  expect(versionOf(client.getState())).toBe(2)
})
