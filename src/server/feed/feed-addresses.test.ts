import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import { buildEspnBody, buildEspnRow } from '#test/support/build-espn-body.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import type { EspnClient } from './espn-client.ts'
import { createFeedAddresses, isGivenUp } from './feed-addresses.ts'
import { FeedError } from './feed-error.ts'
import { createFeedSource } from './feed-source.ts'
import { findAddressInUse } from './source-status-store.ts'

const minute = 60_000
const refusal = new FeedError('status', 'The feed refuses.', undefined, 403)
const outage = new FeedError('unreachable', 'The feed is down.')
const busy = new FeedError('status', 'The feed is busy.', undefined, 429, 20 * minute)

describe('an address is given up', () => {
  it.each([401, 403, 404, 410, 429, 451])('at once when it refuses with %i', (status) => {
    expect(isGivenUp(new FeedError('status', '', undefined, status), 1)).toBe(true)
  })

  it.each([
    ['is unreachable', outage],
    ['does not respond in time', new FeedError('timeout', '')],
    ['fails with 500', new FeedError('status', '', undefined, 500)],
    ['has another shape', new FeedError('invalid', '')],
  ])('after three polls in a row in which it %s', (_, error) => {
    expect([1, 2, 3].map((failures) => isGivenUp(error, failures))).toEqual([false, false, true])
  })
})

describe('with several addresses', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let clock: TestClock
  /** The answer of each address: the strokes of a golfer in round 1, or an error. */
  let answers: (number | FeedError)[]
  /** The addresses that were asked. */
  let asked: string[]
  let source: ReturnType<typeof createFeedSource>
  let addresses: ReturnType<typeof createFeedAddresses>

  beforeEach(async () => {
    opened = await openTestDatabase(sqlite)
    clock = buildClock()
    answers = [66, 67, 68]
    asked = []
    openProcess()
  })
  afterEach(() => opened.remove())

  function openProcess(): void {
    const urls = ['a', 'b', 'c']
    addresses = createFeedAddresses({
      db: opened.database.db,
      log: createLog('silent'),
      now: clock.now,
      addresses: urls,
      openClient: (url) => openClient(url, urls.indexOf(url)),
    })
    source = createFeedSource(addresses)
  }

  function openClient(url: string, index: number): EspnClient {
    const respond = async (toBody: (strokes: number) => object) => {
      asked.push(url)
      const answer = answers[index] ?? outage
      if (answer instanceof FeedError) throw answer
      return { body: toBody(answer), requestedAt: clock.now() }
    }
    return {
      getLeaderboard: (id) => respond((strokes) => buildEspnBody({ id, competitors: [toRow(strokes)] })),
      getPlayerSummary: () => respond((strokes) => ({ strokes })),
      getScoreboard: () => respond((strokes) => ({ strokes })),
      getCurrentLeaderboard: () => respond((strokes) => ({ strokes })),
    }
  }
  const toRow = (strokes: number) => buildEspnRow({ id: '1', rounds: [[strokes, 'E']], toPar: null })

  let previous: Parameters<typeof source.getScores>[1] = null
  /** Polls after a minute; the strokes that are then shown, or why there are none, and who was asked. */
  async function poll(): Promise<string> {
    clock.advance(minute)
    asked = []
    const shown = await source.getScores({ id: 1, espnId: '4018' }, previous).then(
      ({ field }) => {
        previous = field
        return field.golfersScores[0]?.round1Score
      },
      (error: Error) => error.message,
    )
    return `${shown} ${asked.join('')}`
  }
  const inUse = () => findAddressInUse(opened.database.db, ['a', 'b', 'c'])

  it('the next one answers the poll that the first one refuses, and stays in use also after a restart', async () => {
    expect(await poll()).toBe('66 a')
    answers[0] = refusal
    expect(await poll()).toBe('67 ab')
    expect(await inUse()).toMatchObject({
      url: 'b',
      index: 1,
      reason: 'The feed refuses.',
      since: clock.now().toISOString(),
    })
    expect(await poll()).toBe('67 b')
    openProcess()
    expect([await poll(), await poll()]).toEqual(['67 ab', '67 b'])
  })

  it('an outage has to last for three polls', async () => {
    answers = [outage, outage, 68]
    expect([await poll(), await poll()]).toEqual(['The feed is down. a', 'The feed is down. a'])
    answers[0] = 66
    expect(await poll()).toBe('66 a')
    answers[0] = outage
    expect([await poll(), await poll(), await poll()]).toEqual(['The feed is down. a', 'The feed is down. a', '68 abc'])
    expect(await inUse()).toMatchObject({ url: 'c', index: 2 })
  })

  it('while none responds, the one in use stays and says why', async () => {
    answers = [refusal, outage, outage]
    expect([await poll(), await poll()]).toEqual(['The feed refuses. abc', 'The feed refuses. abc'])
    expect(await inUse()).toMatchObject({ url: 'a', since: null })
  })

  it('the first one is tried every ten minutes, and taken back', async () => {
    answers[0] = refusal
    expect(await poll()).toBe('67 ab')
    const polls = []
    for (let count = 0; count < 20; count += 1) polls.push(await poll())
    expect(polls.flatMap((shown, index) => (shown === '67 ab' ? index + 1 : []))).toEqual([10, 20])
    answers[0] = 66
    for (let count = 0; count < 9; count += 1) expect(await poll()).toBe('67 b')
    expect([await poll(), await poll()]).toEqual(['66 a', '66 a'])
    expect(await inUse()).toMatchObject({ url: 'a', reason: 'It responds again.' })
  })

  it('the first one is not taken back with older scores than those shown', async () => {
    answers[0] = refusal
    await poll()
    answers[0] = 66
    clock.advance(10 * minute)
    const { body } = await addresses.poll(
      (client) => client.getScoreboard(),
      () => false,
    )
    expect(body).toEqual({ strokes: 67 })
    expect(await inUse()).toMatchObject({ url: 'b' })
  })

  it('the first one is left alone for as long as it has asked', async () => {
    answers[0] = busy
    expect(await poll()).toBe('67 ab')
    const polls = []
    for (let count = 0; count < 20; count += 1) polls.push(await poll())
    expect(polls.filter((shown) => shown !== '67 b')).toEqual(['67 ab'])
    expect(polls.at(-1)).toBe('67 ab')
  })

  it('summaries and the calendar follow the one in use, and ask the others while it fails', async () => {
    const summary = () =>
      addresses.ask((client) => client.getPlayerSummary({ eventId: '4018', athleteId: '1', season: 1 }))
    answers = [refusal, 67, 68]
    expect((await summary()).body).toEqual({ strokes: 67 })
    expect(await inUse()).toMatchObject({ url: 'a' })
    await poll()
    asked = []
    expect((await addresses.ask((client) => client.getScoreboard())).body).toEqual({ strokes: 67 })
    expect(asked).toEqual(['b'])
    answers[1] = outage
    expect((await summary()).body).toEqual({ strokes: 68 })
    answers = [refusal, outage, refusal]
    await expect(summary()).rejects.toBe(outage)
  })
})
