import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import {
  type EventVerification,
  eventVerification,
  type PlayersVerification,
  type PlayersVerificationRequest,
  playersVerification,
} from '#contract/verification-contract.ts'
import { toTierLists } from '#simulator/simulated-entries.ts'
import { buildClock } from '../support/test-clock.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

type Lists = PlayersVerificationRequest['tiers']

function openForm(pool: TestPool) {
  return {
    async verifyId(espnId: string, person: Person = pool.people.power): Promise<EventVerification> {
      const response = await pool.call(api.tournamentVerify(espnId), person)
      return eventVerification.parse(await response.json())
    },
    async verify(tiers: Lists, question: Partial<PlayersVerificationRequest> = {}): Promise<PlayersVerification> {
      const body = { espnId: pool.simulator.eventId, tiers, tier: 0, allTouched: true, ...question }
      const response = await pool.send('POST', api.tournamentVerifyPlayers(), pool.people.power, body)
      return playersVerification.parse(await response.json())
    },
  }
}

function toNames(golfers: readonly { name: string; espnId: string }[]): Lists {
  const [a, b, c, d] = toTierLists(golfers)
  const names = (list: typeof a) => list.map(({ name }) => name)
  return [names(a), names(b), names(c), names(d)]
}

describe('while an organiser fills in the tournament form', () => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let form: ReturnType<typeof openForm>

  beforeAll(async () => {
    const start = new Date(clock.now().getTime() + 3_600_000)
    pool = await openTestPool({ clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
    form = openForm(pool)
  })
  afterAll(() => pool.close())
  beforeEach(() => {
    pool.simulator.faults.set(null)
    clock.advance(60_000)
  })

  describe('an id', () => {
    it('of a playable event returns its name and start', async () => {
      const verified = await form.verifyId(pool.simulator.eventId)
      expect(verified).toMatchObject({ valid: true, name: pool.simulator.name })
      expect(Date.parse(verified.start ?? '')).toBeGreaterThanOrEqual(
        Date.parse(pool.simulator.date.replace('Z', ':00Z')),
      )
    })

    it('that the feed does not know is not valid, with the reason', async () => {
      expect(await form.verifyId('499999999')).toEqual({
        valid: false,
        name: '',
        start: null,
        reason: 'The source of scores does not know this event.',
        host: new URL(pool.simulator.url).host,
      })
      pool.simulator.faults.set('wrong-event')
      expect(await form.verifyId(pool.simulator.eventId)).toMatchObject({
        valid: false,
        reason: expect.stringMatching(/does not know/),
      })
    })

    it.each(['error-500', 'stopped', 'html', 'half-body', 'redirect'] as const)(
      'is undecided while the feed fails (%s)',
      async (fault) => {
        pool.simulator.faults.set(fault)
        const response = await pool.call(api.tournamentVerify(pool.simulator.eventId), pool.people.power)
        expect(response.status).toBe(502)
        expect(problemDetails.parse(await response.json())).toMatchObject({
          type: 'urn:player-pool:problem:feed-unavailable',
          detail: expect.stringMatching(/^The /),
        })
      },
    )

    it.each(['123', 'abcd', '1234567890123', '12.4', '%2e%2e'])('has four digits or more: not %s', async (id) => {
      const response = await pool.call(api.tournamentVerify(id), pool.people.power)
      expect(response.status).toBe(400)
    })
  })

  describe('the lists', () => {
    it('with the whole field are valid', async () => {
      const lists = toNames(pool.simulator.listGolfers())
      for (const tier of [0, 1, 2, 3] as const) {
        const verified = await form.verify(lists, { tier })
        expect(verified).toMatchObject({
          validId: true,
          validPlayers: true,
          validTier: true,
          missingPlayers: [],
          duplicates: [],
        })
        expect(verified.validations.map(({ inputName }) => inputName)).toEqual(lists[tier])
        expect(verified.validations.every(({ exactMatch, inField }) => exactMatch && inField)).toBe(true)
      }
    })

    it('cannot be verified while the lookup fails', async () => {
      const lists = toNames(pool.simulator.listGolfers())
      const nothing = { validId: false, validPlayers: false, validTier: false, validations: [] }
      expect(await form.verify(lists, { espnId: '499999999' })).toMatchObject({
        ...nothing,
        reason: 'The source of scores does not know this event.',
      })
      pool.simulator.faults.set('error-500')
      expect(await form.verify(lists)).toMatchObject({
        ...nothing,
        reason: 'The sports feed returned status 500.',
      })
    })

    it('may name a player of the stored tournament who has left the field', async () => {
      const player = { espn_id: '4711', name: 'Left Field', tier: 0, sort_order: 99 }
      const { db } = pool.app.database
      await db
        .insertInto('players')
        .values({ tournament_id: pool.tournamentId, ...player })
        .execute()
      const [a, ...others] = toNames(pool.simulator.listGolfers())
      const verified = await form.verify([[...a, 'Left Field'], ...others])
      expect(verified).toMatchObject({ validPlayers: true, validTier: true })
      expect(verified.validations.at(-1)).toMatchObject({ espnId: '4711', inField: false })
    })

    it.each<[string, (body: PlayersVerificationRequest) => object]>([
      ['three lists', ({ tiers, ...body }) => ({ ...body, tiers: tiers.slice(1) })],
      ['a name that is none', (body) => ({ ...body, tiers: [[7], [], [], []] })],
      ['a name without end', (body) => ({ ...body, tiers: [['a'.repeat(201)], [], [], []] })],
      ['a list without end', (body) => ({ ...body, tiers: [Array(501).fill('a'), [], [], []] })],
      ['a fifth tier', (body) => ({ ...body, tier: 4 })],
      ['no flag', ({ allTouched: _left, ...body }) => body],
      ['something more', (body) => ({ ...body, active: true })],
      ['another id', (body) => ({ ...body, espnId: '12/4' })],
    ])('are refused with %s', async (_what, change) => {
      const question: PlayersVerificationRequest = {
        espnId: pool.simulator.eventId,
        tiers: [['a'], [], [], []],
        tier: 0,
        allTouched: false,
      }
      const path = api.tournamentVerifyPlayers()
      expect((await pool.send('POST', path, pool.people.power, question)).status).toBe(200)
      expect((await pool.send('POST', path, pool.people.power, change(question))).status).toBe(400)
    })
  })
})
