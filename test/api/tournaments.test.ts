import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findTournament, listPlayers } from '#built/harness.mjs'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { playerList, tournament as tournamentMessage } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type TestPool } from '../support/test-pool.ts'
import { testRounds } from '../support/test-rounds.ts'
import { createTournamentClient, type TournamentResult } from '../support/tournament-client.ts'

const hour = 3_600_000
const rounds = testRounds(1)

describe.each(databaseKinds())('tournaments over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool
  let client: ReturnType<typeof createTournamentClient>

  beforeAll(async () => {
    clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
    client = createTournamentClient(pool)
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    // Expires what earlier tests cached from the feed.
    clock.advance(60_000)
    pool.simulator.faults.set(null)
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
  })

  const stored = async (id: number) => ({
    ...(await findTournament(pool.app.database.db, id)),
    players: await listPlayers(pool.app.database.db, id),
  })

  async function addNew(changes: Partial<TournamentSubmission> = {}): Promise<number> {
    return requireSaved(await client.create(client.fill({ name: `Open ${randomUUID()}`, ...changes }))).id
  }

  /** A tournament with an entry. */
  async function addTournamentWithEntries() {
    const id = await addNew()
    const entries = await createEntryClient(pool, id)
    const response = await entries.create(pool.people.newcomer, entries.fill(pool.people.newcomer))
    if (!('entry' in response)) throw new Error(`The entry was refused: ${response.code}`)
    const picked = new Set(response.entry.selections.map(({ playerId }) => playerId))
    const isPicked = (espnId: string) =>
      entries.players.some((player) => player.espnId === espnId && picked.has(player.id))
    return { id, entries, isPicked, entry: response.entry }
  }

  /** A golfer who is in the tournament and has left the feed's field. */
  async function addWithdrawnPlayer(tournamentId: number): Promise<number> {
    const player = {
      tournament_id: tournamentId,
      espn_id: '4711',
      name: 'Left Field',
      tier: 0,
      sort_order: 99,
    }
    const added = await pool.app.database.db
      .insertInto('players')
      .values(player)
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  }

  it('lists its golfers by name, without case and accents', async () => {
    const tournamentId = await addNew()
    const { db } = pool.app.database
    const names = ['Zoe Elm', 'Åke Elm', 'adam elm', 'Ake Elm', 'Adam Elm']
    const players = names.map((name, index) => ({ name, espn_id: String(9000 + index), tier: 0, sort_order: index }))
    await db.deleteFrom('players').where('tournament_id', '=', tournamentId).execute()
    await db
      .insertInto('players')
      .values(players.map((player) => ({ ...player, tournament_id: tournamentId })))
      .execute()
    const response = await pool.call(api.playerAll(), pool.people.player)
    const listed = playerList.parse(await response.json())
    expect(listed.map(({ name }) => name)).toEqual(['Adam Elm', 'adam elm', 'Ake Elm', 'Åke Elm', 'Zoe Elm'])
  })

  describe('a new one', () => {
    it('is stored as submitted, active, and immediately current', async () => {
      const body = client.fill({ name: '  Spring Open ', active: false })
      const saved = requireSaved(await client.create(body))
      expect(saved).toMatchObject({
        espnId: body.espnId,
        name: 'Spring Open',
        start: new Date(body.start).toISOString(),
        active: true,
        tiebreakers: body.tiebreakers,
      })
      expect(saved.players?.map(({ id: _id, ...player }) => player)).toEqual(body.players)
      const current = await (await pool.call(api.tournamentCurrent(), pool.people.player)).json()
      expect(current).toMatchObject({ id: saved.id, active: true })
      const [log] = (await client.audit('tournament created')).slice(-1)
      expect(log).toMatchObject({ user_id: pool.people.power.userId, at: clock.now().toISOString() })
      expect(JSON.parse(log?.details ?? '')).toMatchObject({
        tournamentId: saved.id,
        after: { name: 'Spring Open', espnId: body.espnId },
      })
    })

    it('is polled from then on', async () => {
      const id = await addNew()
      await expect.poll(() => pool.app.hub.findLatest(id)).toBeDefined()
    })

    it('is refused while another one is active', async () => {
      const id = await addNew({ name: 'The First' })
      expect(await client.create(client.fill({ name: 'The Second' }))).toMatchObject({
        status: 409,
        code: 'tournament-active',
        detail: 'The First is active.',
      })
      expect((await stored(id)).name).toBe('The First')
    })

    it('that is repeated gets the same response and has no second effect', async () => {
      const body = client.fill({ name: 'Sent Twice' })
      const first = requireSaved(await client.create(body))
      const before = await stored(first.id)
      pool.simulator.faults.set('stopped')
      clock.advance(60_000)
      expect(requireSaved(await client.create(body, pool.people.admin))).toEqual(first)
      expect(await stored(first.id)).toEqual(before)
      const log = (await client.audit('tournament created')).filter(({ details }) => /Sent Twice/.test(details))
      expect(log).toHaveLength(1)
    })

    it("keeps the feed's names of the golfers", async () => {
      const { players, ...body } = client.fill()
      const misspelt = players.map((player) => ({ ...player, name: `${player.name}x` }))
      const saved = requireSaved(await client.create({ ...body, players: misspelt }))
      expect(saved.players?.map(({ name }) => name)).toEqual(players.map(({ name }) => name))
    })

    it('is invalid when a golfer of the field is missing, listed twice or unknown', async () => {
      const { players, ...body } = client.fill()
      const [first, second, ...others] = players
      if (!first || !second) throw new Error('The field has golfers.')
      const stranger = { ...first, name: 'A Stranger', espnId: '7' }
      const wrong = [stranger, second, { ...second, tier: 3 as const }, ...others]
      expect(await client.create({ ...body, players: wrong })).toMatchObject({
        status: 409,
        code: 'tournament-invalid',
        fields: [
          { field: 'players.0.espnId', message: 'A Stranger is not in the field of the event' },
          { field: 'players.2.espnId', message: `${second.name} is listed twice` },
          { field: 'players', message: `${first.name} is missing` },
        ],
      })
    })

    it('is not created for an event the feed does not know, or while the feed is down', async () => {
      expect(await client.create(client.fill({ espnId: '499999999' }))).toMatchObject({
        status: 400,
        fields: [{ field: 'espnId', message: expect.stringMatching(/does not know/) }],
      })
      pool.simulator.faults.set('error-500')
      expect(await client.create(client.fill())).toMatchObject({
        status: 502,
        code: 'feed-unavailable',
        detail: 'The sports feed returned status 500.',
      })
    })

    it('has no id', async () => {
      expect(await client.create(client.fill({ id: 7 }))).toMatchObject({
        status: 400,
        fields: [{ field: 'id' }],
      })
    })

    it.each<[string, (body: TournamentSubmission) => object]>([
      ['name', (body) => ({ ...body, name: ' ' })],
      ['name', (body) => ({ ...body, name: 'a'.repeat(201) })],
      ['name', (body) => ({ ...body, name: 'a\u0000' })],
      ['tiebreakers.1', ({ tiebreakers, ...body }) => ({ ...body, tiebreakers: [tiebreakers[0], ' '] })],
      ['tiebreakers.0', (body) => ({ ...body, tiebreakers: ['a'.repeat(201), 'b'] })],
      ['tiebreakers', (body) => ({ ...body, tiebreakers: ['one'] })],
      ['start', (body) => ({ ...body, start: '2026-02-30T00:00:00Z' })],
      ['start', (body) => ({ ...body, start: '2026-04-09T11:00:00' })],
      ['espnId', (body) => ({ ...body, espnId: '123' })],
      ['espnId', (body) => ({ ...body, espnId: '../1234' })],
      ['players', (body) => ({ ...body, players: body.players.filter(({ tier }) => tier !== 2) })],
      ['players', (body) => ({ ...body, players: [...body.players, ...body.players] })],
      ['players.0.tier', ({ players, ...body }) => ({ ...body, players: [{ ...players[0], tier: 4 }] })],
      ['players.0.espnId', ({ players, ...body }) => ({ ...body, players: [{ ...players[0], espnId: 'x' }] })],
      ['players.0.name', ({ players, ...body }) => ({ ...body, players: [{ ...players[0], name: '' }] })],
    ])('is refused with a wrong %s, which is named (case %#)', async (field, change) => {
      const response = await client.create(change(client.fill()))
      expect(response).toMatchObject({ status: 400, code: 'validation-failed' })
      expect('fields' in response && response.fields.map((fault) => fault.field)).toContain(field)
    })
  })

  describe('a change', () => {
    it('is shown to everyone, and logged with its old and new values', async () => {
      const id = await addNew({ name: 'Old Name' })
      const before = await stored(id)
      const { tiebreakers } = await client.open(id)
      const response = await client.change(await client.open(id, { name: 'New Name' }), pool.people.admin)
      expect(requireSaved(response)).toMatchObject({ id, name: 'New Name', tiebreakers, active: true })
      const seen = await pool.call(api.tournament(id, { players: true, entries: false }), pool.people.player)
      expect(tournamentMessage.parse(await seen.json())).toEqual(requireSaved(response))
      expect(await stored(id)).toEqual({ ...before, name: 'New Name', version: (before.version ?? 0) + 1 })
      const [log] = (await client.audit('tournament changed')).slice(-1)
      expect(log?.user_id).toBe(pool.people.admin.userId)
      expect(JSON.parse(log?.details ?? '')).toEqual({
        tournamentId: id,
        before: { name: 'Old Name' },
        after: { name: 'New Name' },
      })
    })

    it('without a difference has no effect', async () => {
      const id = await addNew()
      const before = await stored(id)
      const log = await client.audit('tournament changed')
      requireSaved(await client.change(await client.open(id)))
      expect(await stored(id)).toEqual(before)
      expect(await client.audit('tournament changed')).toEqual(log)
    })

    it('does not change whether it is active, whatever the body says', async () => {
      const id = await addNew()
      expect(requireSaved(await client.change(await client.open(id, { name: 'X', active: false }))).active).toBe(true)
    })

    it('never changes the event', async () => {
      const id = await addNew()
      expect(await client.change(await client.open(id, { espnId: '499999999' }))).toMatchObject({
        status: 400,
        fields: [{ field: 'espnId', message: 'cannot be changed' }],
      })
    })

    it('of one that does not exist, or has ended, is refused', async () => {
      expect(await client.change(client.fill({ id: 999_999 }))).toMatchObject({
        status: 404,
        code: 'not-found',
      })
      expect(await client.change(client.fill())).toMatchObject({ status: 404, code: 'not-found' })
      const id = await addNew()
      await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
      expect(await client.change(await client.open(id, { name: 'Late' }))).toMatchObject({
        status: 409,
        code: 'tournament-ended',
      })
    })

    it('based on an outdated version is refused', async () => {
      const id = await addNew({ name: 'As Read' })
      const { name, start, tiebreakers, players } = await client.open(id)
      const basedOn = { name, start, tiebreakers, players }
      requireSaved(await client.change(await client.open(id, { name: 'Changed Since' })))
      expect(await client.change(await client.open(id, { name: 'Too Late', basedOn }))).toMatchObject({
        status: 409,
        code: 'tournament-changed',
      })
      const newest = { ...basedOn, name: 'Changed Since' }
      requireSaved(await client.change(await client.open(id, { name: 'In Time', basedOn: newest })))
    })

    it('of the lists keeps the player ids, and requires the whole field', async () => {
      const id = await addNew()
      const before = await stored(id)
      const body = await client.open(id)
      const swapped = body.players.map((player) => ({ ...player, order: 300 - player.order }))
      const saved = requireSaved(await client.change({ ...body, players: swapped }))
      const ids = (players: { id: number; espnId: string }[] = []) =>
        new Map(players.map((player) => [player.espnId, player.id]))
      expect(ids(saved.players)).toEqual(ids(before.players))
      expect(saved.players?.[0]?.espnId).not.toBe(before.players[0]?.espnId)
      expect(await client.change({ ...body, players: body.players.slice(1) })).toMatchObject({
        code: 'tournament-invalid',
        fields: [{ field: 'players', message: `${body.players[0]?.name} is missing` }],
      })
    })

    it('without changed lists is possible while the feed fails', async () => {
      const id = await addNew()
      pool.simulator.faults.set('error-500')
      // A request from before the fault may still be answered and cached.
      const verify = async () =>
        (await pool.call(api.tournamentVerify(pool.simulator.eventId), pool.people.power)).status
      await expect
        .poll(() => {
          clock.advance(60_000)
          return verify()
        })
        .toBe(502)
      requireSaved(await client.change(await client.open(id, { name: 'Without The Feed' })))
      const { players, ...body } = await client.open(id)
      expect(
        await client.change({
          ...body,
          players: players.map((player, index) => (index === 0 ? moveToLowerTier(player) : player)),
        }),
      ).toMatchObject({
        status: 502,
        code: 'feed-unavailable',
      })
    })
  })

  describe('after the first entry, before the start,', () => {
    it('every golfer of the field stays in their tier, and nobody learns who was picked', async () => {
      const { id, isPicked } = await addTournamentWithEntries()
      const { players, ...body } = await client.open(id)
      const picked = players.find(({ tier, espnId }) => tier === 0 && isPicked(espnId))
      const other = players.find(({ tier, espnId }) => tier === 0 && !isPicked(espnId))
      const answers = [picked, other].map((golfer) =>
        client.change({
          ...body,
          players: players.map((player) => (player === golfer ? moveToLowerTier(player) : player)),
        }),
      )
      for (const [index, response] of (await Promise.all(answers)).entries()) {
        const name = [picked, other][index]?.name ?? ''
        expect(response).toMatchObject({
          status: 409,
          code: 'players-locked',
          detail: expect.stringMatching(/^1 person has entered/),
          fields: [{ message: `${name} cannot move to another tier: 1 person has entered` }],
        })
      }
      expect((await stored(id)).players).toHaveLength(players.length)
    })

    it('a golfer who has left the field can be removed unless picked; the refusal gives the number of people', async () => {
      const { id, entries, entry } = await addTournamentWithEntries()
      const { player, rival, power, admin } = pool.people
      // With fewer than five entrants, they would have to stay in any case.
      for (const person of [player, rival, power, admin]) await entries.create(person, entries.fill(person))
      const playerId = await addWithdrawnPlayer(id)
      const { players, ...body } = await client.open(id)
      const without = { ...body, players: players.filter(({ espnId }) => espnId !== '4711') }
      // Removal is optional: other changes are saved without it.
      requireSaved(await client.change({ ...body, players, name: 'With Him' }))
      const pick = entry.selections[0]?.playerId ?? 0
      const setPick = (to: number) =>
        pool.app.database.db
          .updateTable('selections')
          .set({ player_id: to })
          .where('entry_id', '=', entry.id)
          .where('pick_index', '=', 0)
          .execute()
      await setPick(playerId)
      expect(await client.change(without)).toMatchObject({
        code: 'players-locked',
        fields: [{ field: 'players', message: 'Left Field cannot be removed: 1 person has picked this golfer' }],
      })
      await setPick(pick)
      requireSaved(await client.change(without))
      expect((await entries.stored())[0]?.selections).toHaveLength(12)
    })
  })

  describe('after the start', () => {
    async function addStarted() {
      const entered = await addTournamentWithEntries()
      const { start = '' } = await stored(entered.id)
      clock.set(new Date(Date.parse(start) + 1))
      return { ...entered, start }
    }

    const refusal = (field: string, what = '') => ({
      status: 409,
      code: 'tournament-started',
      fields: [{ field, message: `${what}cannot be changed: the tournament has started` }],
    })

    it('the start can be moved in neither direction', async () => {
      const { id, start } = await addStarted()
      for (const shift of [1, -1, 48 * hour, -48 * hour]) {
        const moved = new Date(Date.parse(start) + shift).toISOString()
        expect(await client.change(await client.open(id, { start: moved }))).toMatchObject(refusal('start'))
      }
      expect((await stored(id)).start).toBe(start)
    })

    it('questions, golfers, tiers and their order are fixed, whether anybody has picked them or not', async () => {
      const { id, isPicked } = await addStarted()
      const before = await stored(id)
      const { players, tiebreakers, ...body } = await client.open(id)
      const [first, second] = tiebreakers
      expect(await client.change({ ...body, players, tiebreakers: [`${first}?`, second] })).toMatchObject(
        refusal('tiebreakers.0'),
      )
      const unpicked = players.findIndex(({ tier, espnId }) => tier === 0 && !isPicked(espnId))
      const change = (changed: TournamentSubmission['players']) =>
        client.change({ ...body, tiebreakers, players: changed })
      const moved = players.map((player, index) => (index === unpicked ? moveToLowerTier(player) : player))
      expect(await change(moved)).toMatchObject({ status: 409, code: 'tournament-started' })
      expect(await change(players.toSpliced(unpicked, 1))).toMatchObject({
        code: 'tournament-started',
        fields: [{ message: 'tier A cannot be changed: the tournament has started' }],
      })
      const reversed = players.map((player) => (player.tier === 3 ? { ...player, order: 300 - player.order } : player))
      expect(await change(reversed)).toMatchObject({
        code: 'tournament-started',
        fields: [{ message: 'tier D cannot be changed: the tournament has started' }],
      })
      expect((await stored(id)).players).toEqual(before.players)
    })

    it('golfers who have joined the field are on the golfers’ board, and nothing asks for a tier for them', async () => {
      const { id, isPicked } = await addTournamentWithEntries()
      const joined = (await stored(id)).players.find(({ espnId }) => !isPicked(espnId))
      const { espnId = '', name: joinedName = '' } = joined ?? {}
      await pool.app.database.db
        .deleteFrom('players')
        .where('tournament_id', '=', id)
        .where('espn_id', '=', espnId)
        .execute()
      // A save that does not touch the lists asks for no tier before the start either.
      requireSaved(await client.change(await client.open(id, { name: 'Before' })))
      const { start = '' } = await stored(id)
      clock.set(new Date(Date.parse(start) + 1))
      requireSaved(await client.change(await client.open(id, { name: 'After' })))
      await expect.poll(() => pool.app.hub.findLatest(id)).toBeDefined()
      const board = leaderboard.parse(await (await pool.call(api.leaderboard(id), pool.people.player)).json())
      expect(board.golfersScores.map((golfer) => golfer.espnId)).toContain(espnId)
      const withdrawals = await (await pool.call(api.adminWithdrawals(id), pool.people.power)).json()
      expect(withdrawals).toMatchObject({ newcomers: [] })
      const body = await client.open(id)
      const added = { name: joinedName, espnId, tier: 3 as const, order: 299 }
      expect(await client.change({ ...body, players: [...body.players, added] })).toMatchObject(
        refusal(`players.${body.players.length}`, 'tier D '),
      )
    })

    it('name, fee, payouts and house rules are put right without the feed, and everybody sees who changed what', async () => {
      const { id } = await addStarted()
      const { name } = await stored(id)
      pool.simulator.faults.set('stopped')
      const fee = {
        price: '20 USD',
        isPerEntry: false,
        howToPay: '',
        payouts: '1st: 100%',
        keepsWithdrawn: false,
        countsPaid: false,
        tiesByAnswers: false,
      }
      expect(requireSaved(await client.change(await client.open(id, { fee })))).toMatchObject({ fee })
      const corrected = { name: 'Corrected', fee: { ...fee, payouts: '1st: 60%\n2nd: 40%' }, houseRules: 'No gimmes' }
      const saved = requireSaved(await client.change(await client.open(id, corrected), pool.people.admin))
      expect(saved).toMatchObject(corrected)
      // A repeat changes nothing.
      requireSaved(await client.change(await client.open(id, corrected)))
      const shown = await pool.call(api.tournament(id, { players: false, entries: true }), pool.people.rival)
      expect(tournamentMessage.parse(await shown.json()).lockedChanges).toMatchObject([
        {
          kind: 'details-changed',
          by: 'The power',
          details: [
            { field: 'fee', before: '', after: '20 USD for each player' },
            { field: 'payouts', before: '', after: '1st: 100%' },
          ],
        },
        {
          kind: 'details-changed',
          by: 'The admin',
          details: [
            { field: 'name', before: name, after: 'Corrected' },
            { field: 'payouts', before: '1st: 100%', after: '1st: 60%\n2nd: 40%' },
            { field: 'houseRules', before: '', after: 'No gimmes' },
          ],
        },
      ])
    })
  })

  describe('at the same moment', () => {
    it('concurrent saves of two organisers create one tournament', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            client.create(
              client.fill({ name: `Race ${round} of ${index}` }),
              index % 2 === 0 ? pool.people.power : pool.people.admin,
            ),
          ),
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        const refused = answers.flatMap((response) => ('code' in response ? [response.code] : []))
        expect(refused).toEqual(Array(7).fill('tournament-active'))
      }
    })

    it('a repeated request creates one, and every request is answered with it', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
        const body = client.fill({ name: `Repeated ${round}` })
        const answers = await Promise.all(Array.from({ length: 8 }, () => client.create(body)))
        expect(new Set(answers.map((response) => requireSaved(response).id)).size).toBe(1)
      }
    })

    it('the second of two edits from the same version is refused', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await addNew()
        const { name, start, tiebreakers, players } = await client.open(id)
        const basedOn = { name, start, tiebreakers, players }
        const edit = async (to: string) => client.change(await client.open(id, { name: to, basedOn }))
        const answers = await Promise.all([edit('One'), edit('Two'), edit('Three')])
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
      }
    })

    it('either an entry is saved or one of its golfers moves to another tier, never both', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await addNew()
        const person = await addPerson(pool.app, randomUUID())
        const entries = await createEntryClient(pool, id)
        const body = entries.fill(person)
        const moved = entries.players.find((player) => player.id === body.selections[0]?.playerId)
        const { players, ...form } = await client.open(id)
        const [entered, changed] = await Promise.all([
          entries.create(person, body),
          client.change({
            ...form,
            players: players.map((player) => (player.espnId === moved?.espnId ? moveToLowerTier(player) : player)),
          }),
        ])
        expect([entered.status, changed.status].toSorted()).toEqual(entered.status === 200 ? [200, 409] : [200, 400])
        await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
      }
    })
  })
})

type Listed = TournamentSubmission['players'][number]

function moveToLowerTier(player: Listed): Listed {
  return { ...player, tier: player.tier === 3 ? 2 : 3, order: 299 }
}

function requireSaved(response: TournamentResult) {
  if ('tournament' in response) return response.tournament
  throw new Error(`It was refused: ${JSON.stringify(response)}`)
}
