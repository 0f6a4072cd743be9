import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FeedResponse } from '#server/feed/espn-client.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { createLog } from '#server/platform/log/log.ts'
import { soleAddress } from '#test/support/sole-address.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createSetupSources } from './setup-sources.ts'

describe.each(databaseKinds().slice(0, 1))('the calendar', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let asked: (number | undefined)[]
  let nextYear: unknown
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    asked = []
    nextYear = bodyOf('401900002', 'January Open', '2027-01-14')
  })
  afterEach(() => opened.remove())

  const bodyOf = (id: string, label: string, day: string) => ({
    leagues: [{ calendar: [{ id, label, startDate: `${day}T07:00Z`, endDate: `${day}T07:00Z` }] }],
  })

  async function readNames(today: string) {
    const clock = buildClock(new Date(today))
    const getScoreboard = async (year?: number): Promise<FeedResponse> => {
      asked.push(year)
      const body = year === undefined ? bodyOf('401900001', 'December Open', '2026-12-10') : nextYear
      if (body instanceof FeedError) throw body
      return { body, requestedAt: clock.now() }
    }
    const { calendar } = createSetupSources({
      db: opened.database.db,
      log: createLog('silent'),
      now: clock.now,
      feed: soleAddress({ getScoreboard }),
      addresses: ['https://feed.example.org'],
      rankingUrl: null,
      userAgent: 'test',
    })
    await calendar.get()
    const { value, failure } = await calendar.get()
    return { names: value?.map(({ name }) => name), failure }
  }

  test('is that of the season, with one request an hour', async () => {
    expect(await readNames('2026-11-30T23:59:59Z')).toEqual({ names: ['December Open'], failure: null })
    expect(asked).toEqual([undefined])
  })

  test('has the events of the next year in December, with one request more', async () => {
    expect(await readNames('2026-12-01T00:00:00Z')).toEqual({ names: ['December Open', 'January Open'], failure: null })
    expect(asked).toEqual([undefined, 2027])
  })

  test.each([
    ['an error', new FeedError('timeout', 'The sports feed did not answer in time.')],
    ['an error body', { code: 404, message: 'Not Found' }],
    ['the same events again', bodyOf('401900001', 'December Open', '2026-12-10')],
  ])('stays that of the season if the answer for the next year is %s', async (_what, answer) => {
    nextYear = answer
    expect(await readNames('2026-12-31T23:59:59Z')).toEqual({ names: ['December Open'], failure: null })
  })
})
