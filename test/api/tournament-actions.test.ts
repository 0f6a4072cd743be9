import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importResults } from '#built/harness.mjs'
import { announcement } from '#contract/announcement-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { scoreSheet } from '#contract/score-sheet-contract.ts'
import { listActions, type TournamentAction, tournamentActions } from '#contract/tournament-actions.ts'
import { forgetStart } from '../support/forget-start.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const hour = 3_600_000

type State = 'imported' | 'open' | 'live' | 'ended' | 'cancelled'
/** The last one ends with the tournament’s deletion. */
const states: readonly State[] = ['imported', 'open', 'live', 'ended', 'cancelled']

/** A repeat answers as the first time did and changes nothing; so these are not refused. */
const repeats: Partial<Record<State, readonly TournamentAction[]>> = {
  open: ['reopen'],
  live: ['reopen'],
  cancelled: ['end'],
}

describe.each(databaseKinds())('the actions of a tournament over $name', (kind) => {
  const clock = buildClock(new Date())
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let pool: TestPool
  let client: ReturnType<typeof createTournamentClient>
  let importedId: number

  beforeAll(async () => {
    sink = await startSmtpSink()
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, startAt: 'final', rateLimitFactor: 0, mail })
    client = createTournamentClient(pool)
    const table = 'Tournament;Start;Name;Email;Entry 1;Entry 2;Entry 3\nOld;2019-04-11;Ada;a@b.de;1;;'
    await importResults(pool.app, Buffer.from(table), { fileName: 'old.csv' })
    const { db } = pool.app.database
    const old = db.selectFrom('tournaments').select('id').where('name', '=', 'Old')
    importedId = (await old.executeTakeFirstOrThrow()).id
  })
  afterAll(async () => {
    await pool.close()
    await sink.close()
  })

  const send = (path: string, body: unknown, method = 'POST') => pool.send(method, path, pool.people.admin, body)
  const readJson = async (path: string) => (await pool.call(path, pool.people.admin)).json()
  const reason = 'Storm'

  /** Brings the tournament into a state, from any other, and returns its id. */
  async function enter(state: State): Promise<number> {
    const { db } = pool.app.database
    const id = pool.tournamentId
    await forgetStart(db)
    await db.updateTable('entries').set({ withdrawn_at: null, withdrawn_by: null, withdrawal_reason: null }).execute()
    const start = new Date(clock.now().getTime() + (state === 'open' ? hour : -hour)).toISOString()
    const active = state === 'imported' ? 0 : 1
    await db.updateTable('tournaments').set({ active, cancelled_reason: null, start }).where('id', '=', id).execute()
    if (state === 'ended') expect((await send(api.tournamentEnd(id), [])).status).toBe(200)
    if (state === 'cancelled') expect((await send(api.adminCancel(id), { reason })).status).toBe(200)
    return state === 'imported' ? importedId : id
  }

  const findEntry = async () => {
    const { db } = pool.app.database
    const own = db.selectFrom('entries').select('id').where('user_id', '=', pool.people.rival.userId)
    return (await own.executeTakeFirstOrThrow()).id
  }
  const toCorrection = (index: number) => ({
    ...{ espnId: pool.simulator.listGolfers()[index]?.espnId, status: 'DQ', rounds: [null, null, null, null] },
    ...{ toPar: null, reason: 'Wrong card', basedOn: null },
  })

  /** What the screens send for each action of a tournament. */
  const attempts: Record<string, (id: number, state: State) => Promise<Response>> = {
    invite: (id) =>
      send(api.adminInvitations(id), { requestKey: randomUUID(), expiresAt: null, maxUses: 5, isOnWall: false }),
    remind: (id) => send(api.adminReminders(id), { userIds: [pool.people.newcomer.userId] }),
    tellOfWithdrawals: (id) => send(api.adminWithdrawals(id), {}),
    async allowEntry(id, state) {
      const entryId = await findEntry()
      if (state === 'open') await send(api.adminTournamentUsers(id), { entryId, change: 'remove', reason })
      return send(api.adminTournamentUsers(id), { entryId, change: 'allow' })
    },
    edit: async (id) => send(api.tournamentSave(), await client.open(id, { name: `Open ${randomUUID()}` }), 'PUT'),
    end: (id) => send(api.adminCancel(id), { reason }),
    changeEntrants: async (id) =>
      send(api.adminTournamentUsers(id), { entryId: await findEntry(), change: 'remove', reason }),
    async enterScores(id) {
      const { version } = scoreSheet.parse(await readJson(api.adminScores(id)))
      return send(api.adminScores(id), { version, inUse: true, document: null }, 'PUT')
    },
    correctScores: (id) => send(api.adminCorrections(id), toCorrection(0)),
    decideTies: (id) => send(api.adminDecision(id), { decision: '', trueAnswers: ['-12', '278'] }),
    async correctResult(id) {
      const { version } = leaderboard.parse(await readJson(api.leaderboard(pool.tournamentId)))
      return send(api.adminResultCorrection(id), { version, corrections: [toCorrection(1)], ended: [] })
    },
    sendResults: (id) => send(api.adminResults(id), {}),
    reopen: (id) => send(api.adminReopen(id), { asksSource: true }),
    delete: async (id) => send(api.adminDelete(id), { name: await findName(id) }),
    markPaid: (id) => send(api.adminPayments(id), { userIds: [pool.people.rival.userId], isPaid: true }),
    hideHat: async (id) => send(api.adminHat(id), { isHidden: (await readTournament(id))?.hides_hat !== 1 }),
    message: (id) => send(api.adminMessage(id), { to: 'entered', text: `Hello ${randomUUID()}` }),
    downloadStandings: (id) => pool.call(api.tournamentStandings(id), pool.people.power),
    listEmails: (id) => pool.call(api.adminTournamentUsers(id), pool.people.power),
  }

  const readTournament = (id: number) =>
    pool.app.database.db.selectFrom('tournaments').selectAll().where('id', '=', id).executeTakeFirst()
  const findName = async (id: number) => (await readTournament(id))?.name ?? ''

  it.each(states)(
    'are those of the table when it is %s: each of them succeeds, and every other is refused',
    async (state) => {
      const offered = listActions(state)
      const ofTournaments = Object.keys(attempts) as TournamentAction[]
      for (const action of ofTournaments.filter((name) => !offered.includes(name))) {
        const id = await enter(state)
        const before = await readTournament(id)
        const response = await attempts[action]?.(id, state)
        const isRepeat = repeats[state]?.includes(action) ?? false
        expect(response?.ok, `${action} when ${state}: ${await response?.text()}`).toBe(isRepeat)
        // Asking may observe the start.
        expect({ ...(await readTournament(id)), started_at: null }, action).toEqual({ ...before, started_at: null })
      }
      // A deletion is the last.
      for (const action of offered.toSorted((a, b) => Number(a === 'delete') - Number(b === 'delete'))) {
        const response = await attempts[action]?.(await enter(state), state)
        expect(response?.status, `${action} when ${state}: ${await response?.text()}`).toBe(200)
      }
    },
  )

  it('are tried, every one that the table names', () => {
    const ofAnnouncements = listActions('announced')
    expect(new Set([...Object.keys(attempts), ...ofAnnouncements])).toEqual(new Set(tournamentActions))
  })

  it('are three for an announced event: people are invited, its tiers are set, or it is withdrawn', async () => {
    const { name, start, espnId, tiebreakers, ...rest } = client.fill()
    const event = { name, start, espnId, tiebreakers }
    const put = (announced: object | null) => send(api.announcement(), { event: announced }, 'PUT')
    const find = async () => announcement.parse(await readJson(api.announcement()))
    const invite = () =>
      send(api.announcementInvitations(), { requestKey: randomUUID(), expiresAt: null, maxUses: 5, isOnWall: false })
    expect((await invite()).status).toBe(404)
    expect((await put(event)).status).toBe(200)
    expect((await invite()).status).toBe(200)
    expect((await put(null)).status).toBe(200)
    expect(await find()).toBeNull()
    await put(event)
    expect((await send(api.tournamentSave(), { ...rest, ...event })).status).toBe(200)
    expect(await find()).toBeNull()
    expect(listActions('announced').toSorted()).toEqual(['invite', 'setTiers', 'withdrawAnnouncement'])
  })
})
