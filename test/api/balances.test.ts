import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { balanceList } from '#contract/payment-contract.ts'
import { emptyFee } from '#domain/payments/fee.ts'
import { endTournament } from '../support/end-tournament.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

describe.each(databaseKinds())('the balances of a season over $name', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ kind, startAt: 'final', rateLimitFactor: 0 })
    const fee = { ...emptyFee, price: '10 GBP', payouts: '1st: 60%' }
    await pool.app.database.db
      .updateTable('tournaments')
      .set({ fee: JSON.stringify(fee) })
      .execute()
    await endTournament(pool.app, pool.tournamentId)
  })
  afterAll(() => pool.close())

  const key = () => String(new Date().getUTCFullYear())
  async function list(person: Person) {
    const response = await pool.call(api.seasonBalances(key()), person)
    return balanceList.parse(await response.json())
  }

  it('have the fees and the prizes of everybody for organisers, and for players their own', async () => {
    const { player, rival, power, newcomer } = pool.people
    const send = (path: string, body: object) => pool.send('POST', path, power, body)
    await send(api.adminPayments(pool.tournamentId), { userIds: [rival.userId], isPaid: true })
    const none = { currency: 'GBP', feesPaid: 0, feesDue: 0, refundsDue: 0, prizesPaid: 0, prizesDue: 0 }
    const [playerOwes, rivalGets] = [
      { userId: player.userId, name: 'The player', sums: [{ ...none, feesDue: 1000 }], inWords: [] },
      { userId: rival.userId, name: 'The rival', sums: [{ ...none, feesPaid: 1000, prizesDue: 1200 }], inWords: [] },
    ]
    expect(await list(power)).toEqual([playerOwes, rivalGets])
    expect(await list(player)).toEqual([playerOwes])
    expect(await list(newcomer)).toEqual([])

    await send(api.adminPrizes(pool.tournamentId), {
      ...{ userId: rival.userId, entryNumber: 1, prize: 'place', isPaid: true },
    })
    expect(await list(rival)).toEqual([{ ...rivalGets, sums: [{ ...none, feesPaid: 1000, prizesPaid: 1200 }] }])
    expect((await pool.call(api.seasonBalances('1999'), power)).status).toBe(404)
  })
})
