import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPool, findTournament, listPlayers } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { createEntryClient, type EntryClient, type EntryResult } from '../support/entry-client.ts'
import { forgetStart } from '../support/forget-start.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const hour = 3_600_000

describe.each(databaseKinds())('entries over $name', (kind) => {
  let clock: TestClock
  let start: Date
  let pool: TestPool
  let client: EntryClient
  /** A user without an entry. */
  let person: Person

  beforeAll(async () => {
    clock = buildClock(new Date())
    start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    clock.set(new Date(start.getTime() - hour))
    await forgetStart(pool.app.database.db)
    person = await addPerson(pool.app, randomUUID())
  })

  async function tournamentVersion(): Promise<number | undefined> {
    return (await findTournament(pool.app.database.db, pool.tournamentId))?.version
  }

  const rowOf = (who: Person) =>
    pool.app.database.db
      .selectFrom('entries')
      .select(['version', 'created_at', 'changed_at'])
      .where('user_id', '=', who.userId)
      .executeTakeFirstOrThrow()

  const auditOf = (who: Person) =>
    pool.app.database.db
      .selectFrom('audit_log')
      .select(['action', 'details', 'at'])
      .where('user_id', '=', who.userId)
      .orderBy('id')
      .execute()

  async function enter(who = person, pick = 0): Promise<Entry> {
    return requireSaved(await client.create(who, client.fill(who, pick)))
  }

  describe('a first one', () => {
    it('is stored as submitted and returned in full', async () => {
      const body = client.fill(person, 3)
      const saved = requireSaved(await client.create(person, body))
      expect(saved).toEqual({
        id: expect.any(Number),
        userId: person.userId,
        tournamentId: pool.tournamentId,
        name: expect.stringContaining('The '),
        tiebreakers: ['-3', '63'],
        selections: body.selections.map(({ playerId }, place) => ({
          playerId,
          entryNumber: Math.floor(place / 4) + 1,
        })),
        version: 1,
        changedAt: clock.now().toISOString(),
      })
      expect(await client.findStored(person)).toEqual(saved)
    })

    it('invalidates cached tournaments, and is logged without its picks', async () => {
      const before = await tournamentVersion()
      const { id } = await enter()
      expect(await tournamentVersion()).toBe((before ?? 0) + 1)
      const log = await auditOf(person)
      expect(log).toEqual([
        {
          action: 'entry created',
          at: clock.now().toISOString(),
          details: JSON.stringify({ tournamentId: pool.tournamentId, entryId: id, version: 1 }),
        },
      ])
    })

    it('that is repeated gets the same response and has no second effect', async () => {
      const first = await enter()
      const before = [await tournamentVersion(), await rowOf(person)]
      clock.advance(60_000)
      expect(requireSaved(await client.create(person, client.fill(person)))).toEqual(first)
      expect([await tournamentVersion(), await rowOf(person)]).toEqual(before)
      expect(await auditOf(person)).toHaveLength(1)
    })

    it('that has been changed since is not mistaken for a retry', async () => {
      const { id } = await enter()
      requireSaved(await client.change(person, client.fill(person, 1, { id })))
      expect(await client.create(person, client.fill(person))).toMatchObject({ code: 'entry-exists' })
    })

    it('has no id', async () => {
      expect(await client.create(person, client.fill(person, 0, { id: 7 }))).toMatchObject({
        status: 400,
        code: 'validation-failed',
        fields: [{ field: 'id' }],
      })
    })
  })

  describe('a change', () => {
    it('creates the next version, with its time', async () => {
      const first = await enter()
      const { created_at } = await rowOf(person)
      const tournament = await tournamentVersion()
      clock.advance(1000)
      const body = client.fill(person, 5, { id: first.id })
      const changed = requireSaved(await client.change(person, body))
      expect(changed).toMatchObject({ id: first.id, tiebreakers: ['-5', '65'], version: 2 })
      expect(changed.selections.map(({ playerId }) => ({ playerId }))).toEqual(body.selections)
      expect(await client.findStored(person)).toEqual(changed)
      expect(await rowOf(person)).toEqual({ version: 2, created_at, changed_at: clock.now().toISOString() })
      expect(await tournamentVersion()).toBe((tournament ?? 0) + 1)
      expect((await auditOf(person)).map(({ action }) => action)).toEqual(['entry created', 'entry changed'])
    })

    it('without a difference has no effect', async () => {
      const first = await enter()
      const before = [await tournamentVersion(), await rowOf(person)]
      clock.advance(1000)
      expect(requireSaved(await client.change(person, client.fill(person, 0, { id: first.id })))).toEqual(first)
      expect([await tournamentVersion(), await rowOf(person)]).toEqual(before)
      expect(await auditOf(person)).toHaveLength(1)
    })

    it('based on the newest version is saved, based on an older one refused', async () => {
      const { id } = await enter()
      const saved = await client.change(person, client.fill(person, 1, { id, version: 1 }))
      expect(requireSaved(saved).version).toBe(2)
      const late = await client.change(person, client.fill(person, 2, { id, version: 1 }))
      expect(late).toMatchObject({ status: 409, code: 'entry-changed' })
      const ahead = await client.change(person, client.fill(person, 2, { id, version: 3 }))
      expect(ahead).toMatchObject({ status: 409, code: 'entry-changed' })
      expect(await client.findStored(person)).toEqual(requireSaved(saved))
    })

    it('that is repeated gets the same response and has no second effect', async () => {
      const { id } = await enter()
      const body = client.fill(person, 1, { id, version: 1 })
      const first = requireSaved(await client.change(person, body))
      const before = [await tournamentVersion(), await rowOf(person)]
      expect(requireSaved(await client.change(person, body))).toEqual(first)
      expect([await tournamentVersion(), await rowOf(person)]).toEqual(before)
    })

    it("of another user's entry is answered with 404, for organisers too", async () => {
      const { id } = await enter()
      const missing = await pool.send('PUT', api.entrySave(), person, client.fill(person, 1, { id: 999_999 }))
      const expected = [404, await missing.text()]
      for (const other of [pool.people.newcomer, pool.people.power, pool.people.admin]) {
        for (const wrong of [id, 0]) {
          const response = await pool.send('PUT', api.entrySave(), other, client.fill(other, 1, { id: wrong }))
          expect([response.status, await response.text()]).toEqual(expected)
        }
      }
      expect((await client.findStored(person))?.version).toBe(1)
    })
  })

  describe('the owner', () => {
    it("is the signed-in user: another user's id is refused", async () => {
      const { id } = await enter()
      const stored = await client.stored()
      for (const who of [pool.people.rival, pool.people.power, pool.people.admin]) {
        const refused = { status: 403, code: 'forbidden' }
        expect(await client.create(who, client.fill(person))).toMatchObject(refused)
        expect(await client.change(who, client.fill(person, 1, { id }))).toMatchObject(refused)
      }
      expect(await client.stored()).toEqual(stored)
    })
  })

  describe('the picks', () => {
    it('are one golfer from each tier, in tier order', async () => {
      const { selections } = client.fill(person)
      const swapped = selections.with(4, selections[5] ?? selections[4] ?? { playerId: 0 })
      expect(await client.create(person, client.fill(person, 0, { selections: swapped }))).toMatchObject({
        status: 400,
        code: 'validation-failed',
        fields: [{ field: 'selections.4.playerId', message: 'must be a golfer of tier A' }],
      })
      expect(await client.findStored(person)).toBeUndefined()
    })

    it('are twelve', async () => {
      const { selections } = client.fill(person)
      for (const wrong of [[], selections.slice(1), [...selections, ...selections.slice(0, 1)]]) {
        expect(await client.create(person, client.fill(person, 0, { selections: wrong }))).toMatchObject({
          status: 400,
          fields: [{ field: 'selections' }],
        })
      }
    })

    it('are checked in a change as well', async () => {
      const { id, selections } = await enter()
      const reversed = selections.map(({ playerId }) => ({ playerId })).toReversed()
      const response = await client.change(person, client.fill(person, 0, { id, selections: reversed }))
      expect(response).toMatchObject({ status: 400 })
      expect('fields' in response && response.fields).toHaveLength(12)
      expect(await client.findStored(person)).toMatchObject({ version: 1, selections })
    })

    it.each([0, -1, 1.5, 2 ** 31, 2 ** 53, '7', null, [7]])('are ids, and %j is not one', async (playerId) => {
      const body = client.fill(person)
      const selections: unknown[] = body.selections.with(2, { playerId: 0 })
      selections[2] = { playerId }
      const response = await client.create(person, { ...body, selections })
      expect(response).toMatchObject({ status: 400, code: 'validation-failed' })
      const fields = 'fields' in response ? response.fields.map(({ field }) => field) : []
      expect(new Set(fields)).toEqual(new Set(['selections.2.playerId']))
    })
  })

  describe('the answers to the tiebreakers', () => {
    const create = (...tiebreakers: unknown[]) => client.create(person, { ...client.fill(person), tiebreakers })

    it('are stored without surrounding whitespace', async () => {
      const saved = requireSaved(await create('  -12 ', '\tsixty-three\n'))
      expect(saved.tiebreakers).toEqual(['-12', 'sixty-three'])
    })

    it('have at most 200 characters', async () => {
      expect(await create('a'.repeat(201), '63')).toMatchObject({ fields: [{ field: 'tiebreakers.0' }] })
      const longest = ` ${'ä'.repeat(200)} `
      expect(requireSaved(await create(longest, '😀'.repeat(100))).tiebreakers[0]).toHaveLength(200)
    })

    it.each(['', '   ', '\u0000', 'a\u0000b', '\ud800', 'a\u001b[31m', 7, null, ['a'], undefined])(
      'are not %j',
      async (response) => {
        expect(await create('-12', response)).toMatchObject({
          status: 400,
          fields: [{ field: 'tiebreakers.1' }],
        })
        expect(await client.findStored(person)).toBeUndefined()
      },
    )

    it('are two', async () => {
      for (const wrong of [[], ['a'], ['a', 'b', 'c']]) {
        expect(await create(...wrong)).toMatchObject({ status: 400, code: 'validation-failed' })
      }
    })
  })

  describe('the tournament', () => {
    it('accepts entries and changes until the moment of its start', async () => {
      const refused = { status: 409, code: 'entries-closed' }
      clock.set(new Date(start.getTime() - 1))
      const { id } = await enter()
      expect(requireSaved(await client.change(person, client.fill(person, 1, { id }))).version).toBe(2)
      const late = await addPerson(pool.app, randomUUID())
      for (const after of [0, 1, 12 * hour]) {
        clock.set(new Date(start.getTime() + after))
        expect(await client.change(person, client.fill(person, 2, { id }))).toMatchObject(refused)
        expect(await client.change(person, client.fill(person, 1, { id }))).toMatchObject(refused)
        expect(await client.create(late, client.fill(late))).toMatchObject(refused)
      }
      expect(await client.findStored(late)).toBeUndefined()
      expect(await rowOf(person)).toMatchObject({
        version: 2,
        changed_at: new Date(start.getTime() - 1).toISOString(),
      })
    })

    it('must exist', async () => {
      const unknown = client.fill(person, 0, { tournamentId: 999_999 })
      expect(await client.create(person, unknown)).toMatchObject({ status: 404, code: 'not-found' })
      expect(await client.change(person, unknown)).toMatchObject({ status: 404, code: 'not-found' })
    })

    it('that is not active accepts none, and neither its golfers nor its entries belong to another one', async () => {
      const other = await addPool(pool.app, {
        espnId: '401000001',
        name: 'The Other Open',
        start,
        favourites: pool.simulator.listGolfers(),
        entrantIds: [person.userId],
        active: false,
      })
      const there = await createEntryClient(pool, other)
      const { id = 0 } = (await there.findStored(person)) ?? {}
      const closed = { status: 409, code: 'entries-closed' }
      expect(await there.change(person, there.fill(person, 1, { id }))).toMatchObject(closed)
      expect(await there.create(pool.people.newcomer, there.fill(pool.people.newcomer))).toMatchObject(closed)

      const [stranger] = await listPlayers(pool.app.database.db, other)
      const selections = client.fill(person).selections.with(0, { playerId: stranger?.id ?? 0 })
      expect(await client.create(person, client.fill(person, 0, { selections }))).toMatchObject({
        fields: [{ field: 'selections.0.playerId', message: 'must be a golfer of this tournament' }],
      })
      expect(await client.change(person, client.fill(person, 1, { id }))).toMatchObject({ code: 'not-found' })
    })
  })

  describe('the body', () => {
    it('is one JSON object of at most 256 KiB', async () => {
      const good = JSON.stringify(client.fill(person))
      const wrong: [body: string, type: string, status: number, code: string][] = [
        [good, 'text/plain', 415, 'unsupported-media-type'],
        [good, 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
        [good, 'application/json-patch+json', 415, 'unsupported-media-type'],
        ['', 'application/json', 400, 'bad-request'],
        [good.slice(0, -1), 'application/json', 400, 'bad-request'],
        ['null', 'application/json', 400, 'validation-failed'],
        [`[${good}]`, 'application/json', 400, 'validation-failed'],
        ['"text"', 'application/json', 400, 'validation-failed'],
        [good + ' '.repeat(256 * 1024), 'application/json', 413, 'payload-too-large'],
      ]
      for (const [body, type, status, code] of wrong) {
        for (const method of ['POST', 'PUT']) {
          const response = await sendRaw(method, person, body, type)
          const problem = problemDetails.parse(await response.json())
          expect([response.status, problem.type], `${type} ${body.slice(0, 20)}`).toEqual([
            status,
            `urn:player-pool:problem:${code}`,
          ])
        }
      }
      expect(await client.findStored(person)).toBeUndefined()
    })
  })

  function sendRaw(method: string, who: Person, body: string, type = 'application/json'): Promise<Response> {
    return pool.call(api.entrySave(), who, { method, body, headers: { 'content-type': type, ...pool.xsrf } })
  }
})

function requireSaved(response: EntryResult): Entry {
  if (!('entry' in response)) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.entry
}
