import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUserDeletion, deriveSalt, findTournament, observeStart, sha256Hex } from '#built/harness.mjs'
import { maxId } from '#contract/id.ts'
import { api } from '#contract/paths.ts'
import { entryProof } from '#contract/seal-contract.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { rootFromProof, rootOf } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf, leafOfText } from '#domain/seal/sealed-entry.ts'
import { readHead } from '#domain/seal/sealed-head.ts'
import { tiers } from '#domain/tournament/tournament.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds, sqlite } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const hour = 3_600_000

describe.each(databaseKinds())('the seal of a pool over $name', (kind) => {
  let pool: TestPool
  let client: EntryClient
  let clock: TestClock
  let start: Date

  beforeEach(async () => {
    clock = buildClock(new Date())
    start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
  })
  afterEach(() => pool.close())

  const db = () => pool.app.database.db
  async function open(viewer = pool.people.player) {
    const response = await pool.call(api.tournament(pool.tournamentId, { players: true, entries: true }), viewer)
    return tournament.parse(await response.json())
  }
  async function stored() {
    const leaves = await db().selectFrom('sealed_entries').selectAll().orderBy('entry_id').execute()
    return { seals: await db().selectFrom('seals').selectAll().execute(), leaves }
  }
  /** From what receipts contain. */
  async function leavesOf(people: readonly Person[]): Promise<string[]> {
    const entries = (await client.stored()).filter(({ userId }) => people.some((person) => person.userId === userId))
    const espnIds = new Map(client.players.map(({ id, espnId }) => [id, espnId]))
    return entries.map(({ id, version, selections, tiebreakers }) => {
      const picks = selections.map(({ playerId }) => espnIds.get(playerId) ?? '')
      const salt = deriveSalt(pool.app.secrets.auditKey, { id, version })
      return leafOf({ entry: id, version, picks, answers: tiebreakers, salt }, sha256Hex)
    })
  }
  async function change(person: Person, what: object): Promise<void> {
    const { id: entryId } = await db()
      .selectFrom('entries')
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    const path = api.adminTournamentUsers(pool.tournamentId)
    expect((await pool.send('POST', path, pool.people.power, { entryId, ...what })).status).toBe(200)
  }
  const remove = (person: Person) => change(person, { change: 'remove', reason: 'Not paid' })
  async function enter(name: string): Promise<Person> {
    const person = await addPerson(pool.app, name)
    expect((await client.create(person, client.fill(person, 3))).status).toBe(200)
    return person
  }

  it('is the root over the entries of the start, and is shown with it', async () => {
    const { player, rival } = pool.people
    expect((await open()).seal).toBeUndefined()
    const leaves = await leavesOf([player, rival])
    clock.set(start)
    const { tiebreakers: questions } = await open()
    const [{ head = null } = {}] = (await stored()).seals
    const root = rootOf([leafOfText(head ?? '', sha256Hex), ...leaves], sha256Hex)
    const seal = { format: 2, root, words: toSealWords(root), size: 2, sealedAt: start.toISOString() }
    const players = client.players.toSorted((a, b) => a.tier - b.tier || a.order - b.order)
    expect(readHead(head ?? '')).toEqual({
      seal: 2,
      tournament: pool.tournamentId,
      name: pool.simulator.name,
      start: start.toISOString(),
      sealedAt: start.toISOString(),
      questions,
      tiers: tiers.map((tier) =>
        players.filter((each) => each.tier === tier).map(({ espnId, name }) => [espnId, name]),
      ),
      scores: { version: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      receiptKeys: [expect.stringMatching(/^[\w-]{43}$/)],
    })
    expect((await open()).seal).toEqual(seal)
    expect((await open(rival)).seal).toEqual(seal)
    expect((await stored()).leaves.map(({ leaf }) => leaf)).toEqual(leaves)
  })

  it('has no entry that its owner has withdrawn or an organiser has removed before it', async () => {
    const { player, rival } = pool.people
    const third = await enter('third')
    const leaves = await leavesOf([third])
    await pool.send('POST', api.entryWithdrawal(pool.tournamentId), player, { isWithdrawn: true })
    await remove(rival)
    clock.set(start)
    await open()
    expect((await stored()).leaves.map(({ leaf }) => leaf)).toEqual(leaves)
    expect((await open()).entries?.map(({ userId }) => userId)).toEqual([third.userId])
  })

  it('is not changed by a removal, a merge, a deleted account, the end and a reopening', async () => {
    const { player, rival, admin, power } = pool.people
    const third = await enter('third')
    clock.set(start)
    // Observes the start before it removes anything.
    await remove(third)
    const before = await stored()
    expect(before.seals).toMatchObject([{ size: 3 }])
    const merging = [rival.userId, player.userId]
    expect((await pool.send('POST', api.adminMergeUsers(), admin, merging)).status).toBe(200)
    await pool.app.feed.refreshTarget()
    await pool.app.feed.pollNow()
    expect((await pool.send('POST', api.tournamentEnd(pool.tournamentId), power, [])).status).toBe(200)
    const deletion = createUserDeletion({ ...pool.app, db: db(), clock })
    expect(await deletion.deleteUser(rival.userId, 'owner')).toMatchObject({ kind: 'deleted' })
    const reopening = { asksSource: false }
    expect((await pool.send('POST', api.adminReopen(pool.tournamentId), admin, reopening)).status).toBe(200)
    expect(await stored()).toEqual(before)
    expect((await open(power)).seal?.root).toBe(before.seals[0]?.root)
  })

  it('draws the Hat, which an organiser can hide at any time; that changes nothing else', async () => {
    const { player, power, admin } = pool.people
    const change = (isHidden: boolean, person = power) =>
      pool.send('POST', api.adminHat(pool.tournamentId), person, { isHidden })
    expect((await open()).hat).toBeUndefined()
    expect(await (await change(true)).json()).toMatchObject({ hidesHat: true })
    clock.set(start)
    const hidden = await open()
    expect(hidden).toMatchObject({ hidesHat: true, seal: { format: 2 } })
    const files = [api.tournamentStandings(pool.tournamentId), api.tournamentBundle(pool.tournamentId)]
    const read = () => Promise.all(files.map(async (path) => (await pool.call(path, player)).text()))
    const before = await read()
    expect((await change(false, player)).status).toBe(403)
    expect((await change(false)).status).toBe(200)
    const { hidesHat: _, ...rest } = hidden
    const [{ head = null, root = '' } = {}] = (await stored()).seals
    const ids = new Map(client.players.map(({ id, espnId }) => [espnId, id]))
    const hat = readHead(head ?? '')?.tiers.map((tier, index) => {
      // A number that has to be drawn again is too rare to be in a test.
      const hash = sha256Hex(`Player Pool Hat, ${root}, ${'ABCD'.charAt(index)}, 0`)
      return ids.get(tier[Number.parseInt(hash.slice(0, 8), 16) % tier.length]?.[0] ?? '')
    })
    expect(await open()).toEqual({ ...rest, hat })
    expect(await open(admin)).toEqual({ ...rest, hat })
    expect(await read()).toEqual(before)
    const { tournamentId: id } = pool
    expect((await pool.send('POST', api.tournamentEnd(id), power, [])).status).toBe(200)
    expect((await open()).hat).toEqual(hat)
    for (const isHidden of [true, true, false]) {
      expect((await change(isHidden)).status).toBe(200)
      expect((await open()).hat).toEqual(isHidden ? undefined : hat)
    }
    await pool.send('POST', api.adminReopen(id), admin, { asksSource: false })
    expect((await pool.send('POST', api.adminCancel(id), power, { reason: 'Storm' })).status).toBe(200)
    expect((await open()).hat).toBeUndefined()
    const log = db().selectFrom('audit_log').select(['action', 'user_id']).where('action', 'like', 'hat %')
    const toLine = (action: string) => ({ action: `hat ${action}`, user_id: power.userId })
    expect(await log.orderBy('id').execute()).toEqual(['hidden', 'shown', 'hidden', 'shown'].map(toLine))
  })

  it('has a proof for each of its entries, and for no other', async () => {
    const late = await enter('third')
    await pool.send('POST', api.entryWithdrawal(pool.tournamentId), late, { isWithdrawn: true })
    const ids = (await db().selectFrom('entries').select('id').orderBy('id').execute()).map(({ id }) => id)
    const ask = (id: number) => pool.call(api.tournamentProof(pool.tournamentId, id), pool.people.newcomer)
    const statuses = () => Promise.all(ids.map(async (id) => (await ask(id)).status))
    expect(await statuses()).toEqual([404, 404, 404])
    clock.set(start)
    const seal = (await open()).seal
    expect(await statuses()).toEqual([200, 200, 404])
    for (const [position, id] of ids.slice(0, 2).entries()) {
      const proof = entryProof.parse(await (await ask(id)).json())
      expect(proof).toMatchObject({ position: position + 1, size: 3, seal })
      expect(rootFromProof(proof, sha256Hex)).toBe(seal?.root)
    }
    expect((await pool.call(api.tournamentProof(maxId, 1), pool.people.newcomer)).status).toBe(404)
  })

  it('waits for a start that was moved', async () => {
    const { player } = pool.people
    const editing = createTournamentClient(pool)
    const later = new Date(start.getTime() + hour)
    await editing.change(await editing.open(pool.tournamentId, { start: later.toISOString() }))
    clock.set(start)
    await open()
    expect(await stored()).toEqual({ seals: [], leaves: [] })
    const id = (await client.findStored(player))?.id ?? 0
    expect(await client.change(player, client.fill(player, 5, { id }))).toMatchObject({ status: 200 })
    clock.set(later)
    expect((await open()).seal).toMatchObject({ size: 2, sealedAt: later.toISOString() })
    expect((await stored()).leaves.map(({ leaf }) => leaf)).toEqual(await leavesOf(Object.values(pool.people)))
  })

  it('is stored with the start, or neither is', async () => {
    const inTheWay = { tournament_id: pool.tournamentId, entry_id: (await client.stored())[1]?.id ?? 0, leaf: '' }
    await db().insertInto('sealed_entries').values(inTheWay).execute()
    clock.set(start)
    const failed = await pool.call(
      api.tournament(pool.tournamentId, { players: false, entries: true }),
      pool.people.admin,
    )
    expect(failed.status).toBe(500)
    expect(await findTournament(db(), pool.tournamentId)).toMatchObject({ startedAt: null })
    expect(await stored()).toEqual({ seals: [], leaves: [inTheWay] })
    await db().deleteFrom('sealed_entries').execute()
    expect((await open()).seal).toMatchObject({ size: 2 })
  })

  it('is made once, however many observe the start at the same time', async () => {
    const found = await findTournament(db(), pool.tournamentId)
    if (!found) throw new Error('There is no tournament.')
    const observers = Array.from({ length: 5 }, () => observeStart(db(), found, start))
    expect(await Promise.all(observers)).toEqual([true, true, true, true, true])
    expect((await stored()).seals).toHaveLength(1)
  })

  // The queries are shown above: one database suffices for the rest.
  if (kind !== sqlite) return

  it('is missing where the start was stored before there were seals, or nobody has entered', async () => {
    await db().updateTable('tournaments').set({ started_at: start.toISOString() }).execute()
    expect((await open()).seal).toBeNull()
    expect((await open()).hat).toBeUndefined()
  })

  it('has no Hat in format 1, which covers no tiers', async () => {
    clock.set(start)
    expect((await open()).hat).toHaveLength(4)
    await db().updateTable('seals').set({ format: 1, head: null }).execute()
    await db().updateTable('tournaments').set({ version: 1000 }).execute()
    expect(await open()).toMatchObject({ seal: { format: 1 } })
    expect((await open()).hat).toBeUndefined()
  })
})
