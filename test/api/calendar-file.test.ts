import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

let pool: TestPool
beforeAll(async () => {
  const start = new Date(Date.now() + 24 * 60 * 60_000)
  pool = await openTestPool({ startAt: 'scheduled', start, withoutScores: true, rateLimitFactor: 0 })
})
afterAll(() => pool.close())

const download = (id = pool.tournamentId) => pool.call(api.tournamentCalendarFile(id), pool.people.newcomer)

it('the calendar is a file for people who have signed in', async () => {
  const response = await download()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.ics"?$/)
  expect((await response.text()).match(/BEGIN:VEVENT/g)).toHaveLength(5)
  expect((await pool.call(api.tournamentCalendarFile(pool.tournamentId), null)).status).toBe(401)
  expect((await download(999)).status).toBe(404)
})

it('replaces an earlier one after an organiser’s change, and reveals nothing about saved entries', async () => {
  const before = await (await download()).text()
  expect(before).toContain('SEQUENCE:0\r\n')
  const client = await createEntryClient(pool)
  const saved = await pool.send('POST', api.entrySave(), pool.people.newcomer, client.fill(pool.people.newcomer))
  expect(saved.status).toBe(200)
  expect(await (await download()).text()).toBe(before)
  const organiser = createTournamentClient(pool)
  const body = await organiser.open(pool.tournamentId, { name: 'Spring Open' })
  expect((await pool.send('PUT', api.tournamentSave(), pool.people.power, body)).status).toBe(200)
  const after = await (await download()).text()
  expect(after).toContain('SEQUENCE:1\r\n')
  expect(after.match(/UID:.*/g)).toEqual(before.match(/UID:.*/g))
})
