import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collectPersonalData, inTransaction, transferUserData } from '#built/harness.mjs'
import { entrantList } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import { changedPayments, ownPayment } from '#contract/payment-contract.ts'
import type { Fee } from '#domain/payments/fee.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const fee: Fee = {
  price: '10 USD',
  isPerEntry: true,
  howToPay: 'To Pat in the bar, or\nhttps://pay.example.org/pat',
  payouts: '1st: 70 %\n2nd: 30 %',
  keepsWithdrawn: false,
  countsPaid: false,
  tiesByAnswers: false,
}

describe.each(databaseKinds())('fees over $name', (kind) => {
  let pool: TestPool
  let client: ReturnType<typeof createTournamentClient>

  beforeAll(async () => {
    pool = await openTestPool({
      ...{ kind, rateLimitFactor: 0, withoutScores: true, startAt: 'scheduled' },
      start: new Date(Date.now() + 3_600_000),
    })
    client = createTournamentClient(pool)
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    await pool.app.database.db.deleteFrom('payments').execute()
  })

  const save = async (changes: object) => client.change(await client.open(pool.tournamentId, changes))
  const own = async (person: Person) =>
    ownPayment.parse(await (await pool.call(api.payment(pool.tournamentId), person)).json())
  async function mark(isPaid: boolean, ...people: Person[]) {
    const body = { userIds: people.map(({ userId }) => userId), isPaid }
    const response = await pool.send('POST', api.adminPayments(pool.tournamentId), pool.people.power, body)
    return changedPayments.parse(await response.json()).userIds
  }

  it('the fee is part of the tournament: saved, kept by a save without it, and removed', async () => {
    expect(await save({ fee })).toMatchObject({ status: 200, tournament: { fee } })
    expect(await save({ name: 'Renamed' })).toMatchObject({ status: 200, tournament: { fee } })
    expect(await save({ basedOn: undefined, fee: null })).toMatchObject({ status: 200 })
    const response = await pool.call(api.tournamentCurrent(), pool.people.player)
    expect(await response.json()).not.toHaveProperty('fee')
    const changes = (await client.audit('tournament changed')).map(({ details }) => JSON.parse(details))
    expect(changes.map(({ after }) => Object.keys(after))).toEqual([['fee'], ['name'], ['fee']])
  })

  it('so are its house rules, which anyone can read as text without markup', async () => {
    const rules = '# Prizes\n\n-\t<b>Pat</b> gets [all](javascript:x)'
    expect(await save({ houseRules: rules })).toMatchObject({ status: 200, tournament: { houseRules: rules } })
    expect(await save({ houseRules: undefined })).toMatchObject({ status: 200, tournament: { houseRules: rules } })
    const shown = await (await pool.call(api.houseRules(), pool.people.player)).text()
    expect(shown).toContain('<b>')
    expect(shown).not.toContain('href')
    const fields = [{ field: 'houseRules', message: 'must have at most 4000 characters' }]
    expect(await save({ houseRules: 'x'.repeat(4001) })).toMatchObject({ status: 400, fields })
    const { id: _, espnId: __, ...basedOn } = await client.open(pool.tournamentId, { houseRules: '' })
    expect(await save({ houseRules: 'Other', basedOn }), 'made before they were written').toMatchObject({ status: 409 })
    expect(await save({ houseRules: '' })).toMatchObject({ status: 200 })
    expect((await pool.call(api.houseRules(), pool.people.player)).status).toBe(404)
    const changes = (await client.audit('tournament changed')).map(({ details }) => JSON.parse(details).after)
    expect(changes.slice(-2)).toEqual([{ houseRules: rules }, { houseRules: '' }])
  })

  it.each([
    { ...fee, payouts: '1st: 101 %' },
    { ...fee, price: 'a sleeve of balls' },
    { ...fee, price: '0 USD' },
    { ...fee, howToPay: 'bell\u0007' },
  ])('is refused if it cannot be paid out', async (wrong) => {
    expect(await save({ fee: wrong })).toMatchObject({ status: 400 })
  })

  it('a text that was saved before it would be refused is served, and refused when it is saved again', async () => {
    const hidden = { ...fee, price: '10 USD \u202E', payouts: '' }
    const { db } = pool.app.database
    await db
      .updateTable('tournaments')
      .set({ fee: JSON.stringify(hidden) })
      .execute()
    const response = await pool.call(
      api.tournament(pool.tournamentId, { players: false, entries: false }),
      pool.people.player,
    )
    expect([response.status, await response.json()]).toMatchObject([200, { fee: hidden }])
    const fields = [{ field: 'fee.price', message: 'must be plain text, without invisible characters' }]
    expect(await save({ fee: hidden })).toMatchObject({ status: 400, fields })
    await db.updateTable('tournaments').set({ fee: null }).execute()
  })

  it('is refused at the payouts with the line that is not understood', async () => {
    const payouts = '1st: 60%\n2nd: 1 000'
    expect(await save({ fee: { ...fee, payouts } })).toMatchObject({
      status: 400,
      fields: [
        {
          field: 'fee.payouts',
          message: '“2nd: 1 000” is not understood. Write one prize per line, as in 1st: 60%, last: 20 or round 2: 5%',
        },
      ],
    })
  })

  it('players see what they owe and that it was received, and only that; others learn the pot', async () => {
    await save({ fee })
    const { player, rival, newcomer } = pool.people
    expect(await mark(true, rival, newcomer)).toEqual([rival.userId])
    expect(await own(player)).toEqual({ isDue: true, paidAt: null, pot: 6000 })
    expect(await own(rival)).toMatchObject({ isDue: true, paidAt: expect.any(String) })
    expect(await own(newcomer)).toEqual({ isDue: false, paidAt: null, pot: 6000 })
  })

  it('a withdrawn entry owes nothing, and what it has paid stays in the pot only if the organiser says so', async () => {
    const { player, rival } = pool.people
    await mark(true, rival)
    const withdrawal = api.entryWithdrawal(pool.tournamentId)
    const withdraw = (isWithdrawn: boolean) => pool.send('POST', withdrawal, rival, { isWithdrawn })
    await withdraw(true)
    await save({ fee })
    expect((await own(player)).pot).toBe(3000)
    await save({ fee: { ...fee, keepsWithdrawn: true } })
    expect((await own(player)).pot).toBe(6000)
    expect(await own(rival)).toMatchObject({ isDue: false, paidAt: expect.any(String) })
    await save({ fee: { ...fee, countsPaid: true } })
    expect((await own(player)).pot, 'nobody who plays has paid').toBe(0)
    await mark(true, player)
    expect((await own(player)).pot).toBe(3000)
    await save({ fee: { ...fee, keepsWithdrawn: true, countsPaid: true } })
    expect((await own(player)).pot).toBe(6000)
    await withdraw(false)
    expect(await own(rival)).toMatchObject({ isDue: true, paidAt: expect.any(String) })
  })

  it('a mark is set once, by whom, and can be undone; the audit log has both', async () => {
    const { player, rival, power } = pool.people
    await mark(true, player)
    const find = async () => {
      const response = await pool.call(api.adminTournamentUsers(pool.tournamentId), power)
      return entrantList.parse(await response.json()).find(({ id }) => id === player.userId)
    }
    const first = await find()
    expect(first).toMatchObject({ paidAt: expect.any(String), paidTo: 'The power' })
    expect(await mark(true, player, rival)).toEqual([rival.userId])
    expect(await find()).toEqual(first)
    const csv = await (await pool.call(api.adminPayments(pool.tournamentId), power)).text()
    expect(csv).toContain(`The player,player@example.com,$30.00,${first?.paidAt},The power`)
    expect(await mark(false, player)).toEqual([player.userId])
    expect(await mark(false, player)).toEqual([])
    expect(await find()).toMatchObject({ paidAt: null, paidTo: null })
    const marked = (await client.audit('payments marked')).slice(-2).map(({ details }) => JSON.parse(details).userIds)
    expect(marked).toEqual([[player.userId], [rival.userId]])
    expect((await client.audit('payments cleared')).map(({ details }) => JSON.parse(details).userIds)).toEqual([
      [player.userId],
    ])
  })

  it('belongs to the person: it follows a merge, is part of their data, and goes with a deleted entry', async () => {
    const { player, rival, newcomer } = pool.people
    const { db } = pool.app.database
    await mark(true, player, rival)
    const paid = { minor: 500, currency: 'USD', paid_at: new Date().toISOString(), marked_by: rival.userId }
    const prize = { tournament_id: pool.tournamentId, user_id: rival.userId, entry_number: 2, prize: 'last' as const }
    await db
      .insertInto('prize_payments')
      .values({ ...prize, ...paid })
      .execute()
    await expect(
      inTransaction(db, async (trx) => {
        await transferUserData(trx, newcomer.userId, [rival.userId])
        expect((await collectPersonalData(trx, newcomer.userId, new Date()))?.payments).toEqual([
          { tournament: expect.any(String), paidAt: expect.any(String) },
        ])
        expect((await collectPersonalData(trx, newcomer.userId, new Date()))?.prizesPaid).toMatchObject([
          { entryNumber: 2, prize: 'last', minor: 500, currency: 'USD' },
        ])
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect(await db.selectFrom('payments').selectAll().execute()).toHaveLength(2)
  })
})
