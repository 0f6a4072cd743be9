import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import {
  defaultPreferences,
  type NotificationPreferences,
  type QuietHours,
} from '#domain/notifications/notification-preferences.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { createPushChannel } from '#server/delivery/push/push-channel.ts'
import { listDevices, type Push, saveSubscription } from '#server/delivery/push/push-store.ts'
import { createPoolEventWatch } from '#server/messages/pool-events/pool-event-watch.ts'
import { findRevision } from '#server/pool/calendar-file/revision-store.ts'
import { listEntries } from '#server/pool/entries/entry-store.ts'
import { createStartFollowing } from '#server/pool/tournament-setup/start-following.ts'
import { addTournament, findTournament, listPlayers, setTournament } from '#server/pool/tournaments/tournament-store.ts'
import { noDetails, saveLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { type EventPool, hour, openEventPool, start, tournamentContent } from '#test/support/event-pool.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { createGolferWithdrawalMessages } from './golfer-withdrawals.ts'
import { createDeadDeviceEmails } from './notification-delivery.ts'
import { createNotificationListener, createStartNotification } from './notification-listener.ts'
import { moveNotificationSettings, removeNotificationSettings, saveSettings } from './notification-store.ts'
import { testTag, testText } from './notification-texts.ts'
import { createReminders } from './reminders.ts'
import { addResults } from './results.ts'

const options = { publicUrl: 'https://pool.example', timeZone: 'UTC', hasMail: true }
const all = (way: 'push' | 'email' | 'off') =>
  Object.fromEntries(Object.keys(defaultPreferences).map((kind) => [kind, way])) as NotificationPreferences

describe.each(databaseKinds())('on $name', (kind) => {
  let pool: EventPool
  type Trx = Parameters<typeof saveSettings>[0]
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => pool.db.transaction().execute(work)

  beforeEach(async () => {
    pool = await openEventPool(kind)
    await check()
  })
  afterEach(() => pool.remove())

  /** Checks for events in a new process. */
  async function check(): Promise<void> {
    await createPoolEventWatch({
      ...pool.services,
      listeners: [createNotificationListener(options)],
    }).check()
  }

  /** Sends the results, like the organiser's button. */
  async function sendResults(): Promise<number> {
    const tournament = await findTournament(pool.db, pool.tournamentId)
    const board = pool.getBoard()
    if (!tournament || !board) throw new Error('There is no board.')
    const [players, entries] = [await listPlayers(pool.db, tournament.id), await listEntries(pool.db, tournament.id)]
    const standings = scorePool(createPool({ ...tournament, players, entries }), board.message)
    const context = { ...options, now: pool.clock.now(), isRequested: true }
    return inTransaction((trx) => addResults(trx, { tournament, standings }, context))
  }

  type Person = {
    choices?: NotificationPreferences
    quietHours?: QuietHours | null
    timeZone?: string
    devices?: number
    picks?: number[]
  }

  /** `picks`: of all three entries, as indexes of golfers; without them, they have not entered. */
  async function addPerson(name: string, person: Person = {}): Promise<number> {
    const { choices = all('push'), quietHours = null, timeZone = 'Europe/Berlin', devices = 1, picks } = person
    const userId = await pool.addUser(name)
    await inTransaction((trx) => saveSettings(trx, userId, { choices, quietHours, timeZone }))
    for (let device = 1; device <= devices; device += 1) await addDevice(userId, `${name}'s ${device}`)
    if (picks) await enter(userId, picks)
    return userId
  }
  const addDevice = (userId: number, device: string, delaySeconds = 0) =>
    inTransaction((trx) =>
      saveSubscription(
        trx,
        { userId, device, delaySeconds, endpoint: `https://push.example/${device}`, p256dh: 'p', auth: 'a' },
        pool.clock.now(),
      ),
    )
  const enter = (userId: number, picks: readonly number[]) => pool.enter(userId, [...picks, ...picks, ...picks])
  /** `out`: the indexes of golfers who are out. */
  function receive(roundStatus: string, currentRound: number, scores: readonly number[], out: readonly number[] = []) {
    const position = currentRound > 1 ? 'CUT' : 'WD'
    pool.receive(roundStatus, currentRound, scores, ({ golfersScores }) => ({
      golfersScores: golfersScores.map((golfer, index) =>
        out.includes(index) ? { ...golfer, isDNF: true, position } : golfer,
      ),
    }))
  }
  /** The queued messages: recipient, content and earliest time. */
  async function listMessages() {
    const names = new Map(
      (await pool.db.selectFrom('push_subscriptions').selectAll().execute()).map((row) => [String(row.id), row.device]),
    )
    const rows = await pool.db.selectFrom('outbox').selectAll().where('message', '<>', '').orderBy('id').execute()
    return rows.map(({ channel, recipient, message, not_before, expires_at }) => {
      const content = JSON.parse(message) as Push & { subject: string; text: string }
      const text = channel === 'push' ? `${content.title} | ${content.body}` : content.subject
      return { to: names.get(recipient) ?? recipient, text, push: content, from: not_before, until: expires_at }
    })
  }
  const list = async () => (await listMessages()).map(({ to, text }) => `${to}: ${text}`)

  test('a start that follows the feed moves with it until it has passed, and entrants are told of it', async () => {
    const own = { picks: [0, 3, 6, 9] }
    await addPerson('ann', own)
    await addPerson('bea', { ...own, devices: 0 })
    await addPerson('cem', { ...own, choices: all('off') })
    await addPerson('dan', { choices: all('email') })
    const follow = createStartFollowing({
      ...pool.services,
      notifyOfStart: createStartNotification(options),
      eventBus: { publish: async () => {} },
    })
    const id = pool.tournamentId
    const read = async () => {
      const { version: _version, ...found } = (await findTournament(pool.db, id)) ?? { version: 0 }
      return found
    }
    const set = (follows_feed: 0 | 1) => pool.db.updateTable('tournaments').set({ follows_feed }).execute()

    // The organiser's own stays, and the difference is known.
    await follow(id, '2026-04-10T13:00:00Z')
    expect(await read()).toMatchObject({ start: start.toISOString(), feedStart: '2026-04-10T13:00:00.000Z' })
    expect(await list()).toEqual([])
    // Without tee times, a day says nothing about a start on that day.
    await follow(id, '2026-04-09T04:00:00Z')
    expect(await read()).not.toHaveProperty('feedStart')

    await set(1)
    await follow(id, '2026-04-10T13:00:00Z')
    await follow(id, '2026-04-10T13:00:00Z')
    const moved = { start: '2026-04-10T13:00:00.000Z', followsFeed: true }
    expect(await read()).toMatchObject(moved)
    // The new calendar file replaces the one with the earlier time.
    expect(await findRevision(pool.db, id)).toMatchObject({ count: 1 })
    expect(await list()).toEqual([
      "ann's 1: New start | Links Open now starts on 10 April 2026, 15:00 CEST, 1 day and 1 hour later than before. Picks close then.",
      'bea@example.com: New start',
    ])
    // Small moves are told at most once an hour, together, and a move back to the time that people know is not.
    const told = pool.clock.now().getTime()
    for (const minute of [2, 4]) await follow(id, `2026-04-10T13:0${minute}:00Z`)
    expect(await read()).toMatchObject({ start: '2026-04-10T13:04:00.000Z' })
    expect(await list()).toHaveLength(2)
    await follow(id, '2026-04-10T13:00:00Z')
    pool.clock.set(new Date(told + hour))
    await follow(id, '2026-04-10T13:00:00Z')
    expect(await list()).toHaveLength(2)
    await follow(id, '2026-04-10T13:03:00Z')
    await follow(id, '2026-04-10T12:59:00Z')
    expect((await list()).slice(2)).toEqual([
      "ann's 1: New start | Links Open now starts on 10 April 2026, 15:03 CEST, 3 minutes later than before. Picks close then.",
      'bea@example.com: New start',
    ])
    pool.clock.set(new Date(told + 2 * hour))
    await follow(id, '2026-04-10T12:59:00Z')
    await follow(id, '2026-04-10T12:59:00Z')
    expect((await list()).slice(4)).toEqual([
      "ann's 1: New start | Links Open now starts on 10 April 2026, 14:59 CEST, 4 minutes earlier than before. Picks close then.",
      'bea@example.com: New start',
    ])
    await follow(id, '2026-04-10T13:00:00Z')
    pool.clock.advance(60_000)
    await follow(id, '2026-04-10T13:10:00Z')
    expect((await list()).slice(6)[0]).toContain('15:10 CEST, 11 minutes later than before')
    pool.clock.advance(60_000)
    await follow(id, '2026-04-10T13:00:00Z')
    expect(await list()).toHaveLength(10)
    // A start never moves to a time in the past, or after it has passed.
    await follow(id, '2026-04-07T11:00:00Z')
    expect(await read()).toMatchObject(moved)
    pool.clock.set(new Date('2026-04-10T13:00:00Z'))
    await follow(id, '2026-04-11T13:00:00Z')
    expect(await read()).toMatchObject({ start: moved.start, startedAt: moved.start })
    const log = pool.db.selectFrom('audit_log').select('details').where('action', '=', 'start moved')
    expect((await log.execute()).map(({ details }) => JSON.parse(details))).toEqual([
      { tournamentId: id, before: start.toISOString(), after: moved.start },
      ...Array(8).fill(expect.objectContaining({ tournamentId: id })),
    ])
  })

  test('organisers are told once that scores are missing, by the channel of each, and once that they are back', async () => {
    const [ann, bea, cem, dan] = [
      await addPerson('ann', { quietHours: { from: '22:00', to: '07:00' } }),
      await addPerson('bea', { devices: 0 }),
      await addPerson('cem', { choices: all('off') }),
      await addPerson('dan', { choices: all('email'), picks: [0, 3, 6, 9] }),
    ]
    await addPerson('eve', { picks: [1, 4, 7, 10] })
    for (const [userId, role] of [
      [ann, 'power'],
      [bea, 'admin'],
      [cem, 'admin'],
      [dan, 'power'],
    ] as const)
      await setRole(pool.db, userId, role, true)
    const fail = (reason: string) =>
      pool.receive('Round 1 - In Progress', 1, [-5, 0, 1], () => ({
        stale: { since: new Date(start.getTime() + hour).toISOString(), reason },
      }))
    pool.setTimeFromStart(hour)
    fail('The sports feed refuses the requests of this server (status 403).')
    await check()
    expect(await list()).toEqual([])
    pool.setTimeFromStart(hour + 5 * 60_000)
    for (let checks = 0; checks < 3; checks += 1) await check()
    expect(await list()).toEqual([
      "ann's 1: No new scores: Links Open | Since 9 April 2026, 15:00 CEST. The sports feed refuses the requests of this server (status 403). You can enter the scores by hand.",
      'bea@example.com: No new scores: Links Open',
      'dan@example.com: No new scores: Links Open',
    ])
    const [push] = await listMessages()
    expect(push?.push.path).toBe(`/admin/tournaments/${pool.tournamentId}/scores`)
    pool.setTimeFromStart(3 * hour)
    fail('The sports feed could not be reached.')
    await check()
    receive('Round 1 - In Progress', 1, [-5, 0, 1])
    await check()
    await check()
    expect((await list()).slice(3)).toEqual([
      "ann's 1: New scores again: Links Open | The scores are up to date.",
      'bea@example.com: New scores again: Links Open',
      'dan@example.com: New scores again: Links Open',
    ])
  })

  test('people without an entry are notified a day and two hours before the lock, on all devices, once', async () => {
    await addPerson('ann', { devices: 2 })
    await addPerson('bea', { picks: [0, 3, 6, 9] })
    await addPerson('cem', { choices: { ...all('push'), 'no-entry-24h': 'off' } })
    await addPerson('dan', { choices: all('email') })
    await addPerson('eve', { devices: 0 })
    pool.setTimeFromStart(-24 * hour)
    await check()
    await check()
    expect(await list()).toEqual([
      "ann's 1: No entry yet: Links Open | Entries close on 9 April 2026, 14:00 CEST, and you have not entered yet.",
      "ann's 2: No entry yet: Links Open | Entries close on 9 April 2026, 14:00 CEST, and you have not entered yet.",
      'dan@example.com: You have no entry in Links Open yet',
    ])
    pool.setTimeFromStart(-2 * hour)
    await check()
    const last = (await listMessages()).slice(3)
    expect(last.map(({ to }) => to)).toEqual(["ann's 1", "ann's 2", "cem's 1", 'dan@example.com'])
    expect(last[0]).toMatchObject({
      until: start.toISOString(),
      push: {
        tag: `no-entry-${pool.tournamentId}`,
        urgency: 'high',
        path: '/entry/new',
        unlessEntered: { tournamentId: pool.tournamentId },
      },
    })
    expect(JSON.stringify(last[0]?.push).length).toBeLessThan(600)
  })

  test('the organiser’s button sends today’s reminder to those who have not got it, as they have chosen', async () => {
    const people = [
      await addPerson('ann', { devices: 2 }),
      await addPerson('bea', { picks: [0, 3, 6, 9] }),
      await addPerson('cem', { choices: { ...all('push'), 'no-entry-24h': 'off' } }),
      await addPerson('dan', { choices: all('email') }),
      await addPerson('eve', { devices: 0 }),
      await pool.addUser('fay'),
    ]
    const remind = async (userIds: readonly number[], tournamentId = pool.tournamentId) =>
      (await createReminders({ ...pool.services, ...options }).send(tournamentId, userIds, people[1] ?? 0)).people
    pool.setTimeFromStart(-30 * hour)
    expect(await remind(people.slice(0, 1))).toBe(1)
    expect(await remind(people)).toBe(3)
    expect(await remind(people)).toBe(0)
    const texts = [
      'No entry yet: Links Open | Entries close on 9 April 2026, 14:00 CEST, and you have not entered yet.',
    ]
    expect(await list()).toEqual([
      `ann's 1: ${texts[0]}`,
      `ann's 2: ${texts[0]}`,
      'dan@example.com: You have no entry in Links Open yet',
      'eve@example.com: You have no entry in Links Open yet',
      'fay@example.com: You have no entry in Links Open yet',
    ])
    // On the day of a requested reminder, nobody gets the automatic one too.
    pool.setTimeFromStart(-24 * hour)
    await check()
    expect(await list()).toHaveLength(5)
    // Nor does a person whose address or tournament is another.
    await pool.db
      .updateTable('users')
      .set({ email: 'moved@example.com' })
      .where('id', '=', people[4] ?? 0)
      .execute()
    const setActive = (active: 0 | 1) =>
      pool.db.updateTable('tournaments').set({ active }).where('id', '=', pool.tournamentId).execute()
    await setActive(0)
    const otherTournament = { ...tournamentContent, espnId: '4010', active: true }
    const otherId = await inTransaction((trx) => addTournament(trx, otherTournament, pool.clock.now()))
    expect(await remind(people.slice(4, 5), otherId)).toBe(0)
    expect((await createReminders({ ...pool.services, ...options }).list(otherId)).people.at(-2)).toMatchObject({
      reminder: null,
      canBeReminded: false,
    })
    await pool.db.updateTable('tournaments').set({ active: 0 }).where('id', '=', otherId).execute()
    await setActive(1)
    expect(await remind(people)).toBe(0)
    // The day of the start: the automatic last call goes to those without today's reminder.
    pool.setTimeFromStart(-3 * hour)
    expect(await remind(people.slice(3, 4))).toBe(1)
    pool.setTimeFromStart(-2 * hour)
    await check()
    expect((await list()).slice(6).map((text) => text.split(':')[0])).toEqual(["ann's 1", "ann's 2", "cem's 1"])
    expect(await remind(people)).toBe(2)
  })

  test('quiet hours delay a notification, and turn it into an email if it would come too late', async () => {
    const quietHours = { from: '22:00', to: '07:00' }
    // The lock is at 22:00 in Sydney and at 05:00 in Los Angeles.
    await addPerson('syd', { quietHours, timeZone: 'Australia/Sydney' })
    await addPerson('lee', { quietHours, timeZone: 'America/Los_Angeles' })
    pool.setTimeFromStart(-24 * hour)
    await check()
    pool.setTimeFromStart(-2 * hour)
    await check()
    const sent = (await listMessages()).map(({ to, from }) => [to, from])
    expect(sent).toEqual([
      ["syd's 1", '2026-04-08T21:00:00.000Z'],
      ["lee's 1", '2026-04-08T14:00:00.000Z'],
      ["syd's 1", '2026-04-09T10:00:00.000Z'],
      ['lee@example.com', null],
    ])
  })

  test('a device whose viewer delays scores is notified that much later; other devices, emails and deadlines are not', async () => {
    const ann = await addPerson('ann', { devices: 2, picks: [0, 3, 6, 9] })
    await addPerson('bea', { choices: all('email'), picks: [0, 3, 6, 9] })
    const delay = (delaySeconds: number) => addDevice(ann, "ann's 2", delaySeconds)
    await delay(300)
    await delay(45)
    pool.setTimeFromStart(66 * hour)
    receive('Final', 4, [-8, -2, -1])
    await sendResults()
    const times = (await listMessages()).map(({ to, from }) => [
      to,
      from && Date.parse(from) - pool.clock.now().getTime(),
    ])
    expect(times).toEqual([
      ["ann's 1", 0],
      ["ann's 2", 45_000],
      ['bea@example.com', null],
    ])
  })

  test('owners hear of golfers who are out when an organiser decides so, once, as they have chosen', async () => {
    const ann = await addPerson('ann', { picks: [0, 3, 6, 9] })
    await addPerson('bea', { picks: [0, 3, 6, 9], choices: all('email') })
    await addPerson('cem', { picks: [1, 3, 6, 9] })
    await addPerson('dan', { picks: [0, 3, 6, 9], devices: 0 })
    await addPerson('eve', { picks: [0, 3, 6, 9], choices: all('off') })
    const golfers = tournamentContent.players.map(({ name, espnId }, index) => ({
      name,
      espnId,
      out: index === 0 ? ('WD' as const) : null,
    }))
    const events = { find: async () => ({ golfers }) as never, clear() {} } as never
    const withdrawals = createGolferWithdrawalMessages({ ...pool.services, ...options, events, sources: {} as never })
    for (const minutes of [0, 30]) {
      pool.setTimeFromStart(-46 * hour + minutes * 60_000)
      receive('Scheduled', 0, [], [0])
      await check()
    }
    expect(await list()).toEqual([])
    // Eve, who wants no such message, counts as well: otherwise the number would reveal her picks.
    expect((await withdrawals.find(pool.tournamentId)).golfers).toMatchObject([{ entries: 4, unnotified: 4 }])
    expect(await withdrawals.send(pool.tournamentId, ann)).toEqual({ people: 4, files: 0 })
    expect(await withdrawals.send(pool.tournamentId, ann)).toEqual({ people: 0, files: 0 })
    expect((await withdrawals.find(pool.tournamentId)).golfers).toMatchObject([{ entries: 4, unnotified: 0 }])
    expect(await list()).toEqual([
      "ann's 1: Player A1 will not play | Links Open: you can change your picks until 9 April 2026, 14:00 CEST.",
      'bea@example.com: A golfer you picked will not play: Links Open',
      'dan@example.com: A golfer you picked will not play: Links Open',
    ])
  })

  test('after the start, people are notified of the cut, the lead and their result', async () => {
    await addPerson('ann', { picks: [0, 3, 6, 9] })
    await addPerson('bea', { picks: [2, 5, 8, 11] })
    await addPerson('dan', { picks: [2, 5, 8, 11], choices: all('email') })
    await addPerson('eve', {})
    const rounds: [number, string, number, number[], number[]][] = [
      [1, 'Round 2 - In Progress', 2, [-5, 0, 0], []],
      [2, 'Round 2 - Play Complete', 2, [-5, 0, 0], [1, 3, 4]],
      [2.1, 'Round 2 - Play Complete', 2, [-5, 0, 0], [1, 3, 4]],
      [60, 'Round 4 - In Progress', 4, [-5, 0, 0], [1, 3, 4]],
      [61, 'Round 4 - In Progress', 4, [-5, 0, -9], [1, 3, 4]],
      [61.1, 'Round 4 - In Progress', 4, [-5, 0, -9], [1, 3, 4]],
      [66, 'Final', 4, [-5, 0, -9], [1, 3, 4]],
    ]
    for (const [hours, ...shown] of rounds) {
      pool.setTimeFromStart(hours * hour)
      receive(...shown)
      await check()
    }
    await inTransaction((trx) => setTournament(trx, pool.tournamentId, { active: 0 }))
    await check()
    expect(await list()).toMatchInlineSnapshot(`
      [
        "ann's 1: The cut at Links Open | 3 of your 4 golfers are still in. Your best entry: T1 at -5.",
        "bea's 1: The cut at Links Open | 4 of your 4 golfers are still in. Your best entry: T4 at E.",
        "dan@example.com: The cut at Links Open",
        "ann's 1: You have lost the lead: Links Open | Round 4. Your best entry: T7 at -5.",
        "bea's 1: You share the lead: Links Open | Round 4. Your best entry: T1 at -9.",
        "dan@example.com: You share the lead: Links Open",
        "ann's 1: Final result: Links Open | bea and dan share first place. Your best entry: T7 at -5.",
        "bea's 1: Final result: Links Open | bea and dan share first place. Your best entry: T1 at -9.",
        "dan@example.com: Results of Links Open",
      ]
    `)
    const results = (await listMessages()).at(-1)
    expect(results?.until).toBe(new Date(start.getTime() + 114 * hour).toISOString())
  })

  test('a round that is over is told once, in one message for all entries; the result tells the last one', async () => {
    await addPerson('ann', { picks: [0, 3, 6, 9] })
    await addPerson('bea', { picks: [2, 5, 8, 11], choices: { ...all('off'), recap: 'email' } })
    await addPerson('cem', { picks: [2, 5, 8, 11], choices: all('off') })
    const rounds: [number, string, number, number[]][] = [
      [1, 'Round 1 - In Progress', 1, [-1, 0, 0]],
      [2, 'Round 1 - Play Complete', 1, [-5, 0, -3]],
      [2.2, 'Round 1 - Play Complete', 1, [-5, 0, -3]],
      // Corrected later.
      [2.4, 'Round 1 - Play Complete', 1, [-5, 0, -6]],
      [20, 'Round 2 - In Progress', 2, [-5, 0, -6]],
      [60, 'Round 4 - In Progress', 4, [-5, 0, -9]],
      [66, 'Round 4 - Play Complete', 4, [-5, 0, -9]],
      [66.1, 'Round 4 - Play Complete', 4, [-5, 0, -9]],
    ]
    for (const [index, [hours, ...shown]] of rounds.entries()) {
      pool.setTimeFromStart(hours * hour)
      receive(...shown)
      const board = pool.getBoard()
      if (!board) throw new Error('It was received.')
      const message = { ...board.message, version: index + 1 }
      await inTransaction((trx) => saveLeaderboard(trx, pool.tournamentId, { ...board, message, extras: noDetails }))
      await Promise.all([check(), check()])
    }
    const messages = (await listMessages()).filter(({ text }) => text.includes('is over'))
    expect(messages.map(({ to, text }) => [to, text.split('\n')[0]])).toEqual([
      ["ann's 1", 'Round 1 is over: Links Open | Entry 1 is T1 at -5.'],
      ['bea@example.com', 'Round 1 is over: Links Open'],
    ])
    // The seal depends on random salts.
    const told = messages[1]?.push.text.replace(
      /^(Nobody beats|1 of 3 people beats|[23] of 3 people beat) /m,
      'Some beat ',
    )
    expect(told).toMatchInlineSnapshot(`
      "Hello bea,

      Entry 1 is T4 at -3, 2 back.
      Entry 2 is T4 at -3, 2 back.
      Entry 3 is T4 at -3, 2 back.
      In round 2, root for Player A3, picked in 5 other entries.
      The pool:
      ann 1, ann 2, and ann 3 share the lead at -5, 2 ahead of 6 entries.
      Best golfer picked: Player A1 (in 3 entries), at -5.
      Some beat the Hat.

      https://pool.example/pool/1

      You can choose here how you get such messages: https://pool.example/notifications
      "
    `)
    expect(messages[0]?.until).toBe(new Date(start.getTime() + 14.2 * hour).toISOString())
  })

  test('a lead that comes and goes is announced four times a day, in the time zone of each person', async () => {
    await addPerson('ann', { picks: [0, 3, 6, 9], devices: 2 })
    await addPerson('lee', { picks: [0, 3, 6, 9], timeZone: 'America/Los_Angeles', choices: all('email') })
    await addPerson('bea', { picks: [2, 5, 8, 11], choices: all('off') })
    // Round 4 continues past midnight in Berlin, which is afternoon in Los Angeles.
    const minute = hour / 60
    const [a, b] = [
      [-5, 0, 0],
      [-5, 0, -9],
    ]
    let at = 78 * hour
    async function lead(scores: readonly number[] = []) {
      for (const _ of [1, 2]) {
        at += 3 * minute
        pool.setTimeFromStart(at)
        receive('Round 4 - In Progress', 4, scores)
        await check()
      }
    }
    await lead(a)
    for (let turn = 0; turn < 3; turn += 1) {
      await lead(b)
      await lead(a)
    }
    const countBy = async (to: string) => (await listMessages()).filter((message) => message.to === to).length
    expect([await countBy("ann's 1"), await countBy("ann's 2"), await countBy('lee@example.com')]).toEqual([4, 4, 4])
    at = 83 * hour
    await lead(b)
    expect([await countBy("ann's 1"), await countBy("ann's 2"), await countBy('lee@example.com')]).toEqual([5, 5, 4])
  })

  test('the organiser’s button sends the results to those who have not got them, as they have chosen', async () => {
    await addPerson('ann', { picks: [0, 3, 6, 9] })
    await addPerson('bea', { picks: [0, 3, 6, 9], devices: 0 })
    await addPerson('dan', { picks: [2, 5, 8, 11], choices: all('email') })
    await addPerson('eve', { picks: [2, 5, 8, 11], choices: all('off') })
    await addPerson('fay', {})
    pool.setTimeFromStart(66 * hour)
    receive('Final', 4, [])
    await check()
    await inTransaction((trx) => setTournament(trx, pool.tournamentId, { active: 0 }))
    await check()
    const automatic = await list()
    expect(automatic.map((text) => text.split(':')[0])).toEqual(["ann's 1", 'dan@example.com'])
    expect(await sendResults()).toBe(1)
    expect(await sendResults()).toBe(0)
    expect((await list()).slice(2)).toEqual(['bea@example.com: Results of Links Open'])
  })

  test('messages queued for a last device that is gone become emails, unless they have expired', async () => {
    const quietHours = { from: '22:00', to: '07:00' }
    const syd = await addPerson('syd', { quietHours, timeZone: 'Australia/Sydney' })
    const two = await addPerson('two', { quietHours, timeZone: 'Australia/Sydney', devices: 2 })
    const own = await addPerson('own', { quietHours, timeZone: 'Australia/Sydney' })
    pool.setTimeFromStart(-24 * hour)
    await check()
    await enter(own, [0, 3, 6, 9])
    const vapid = { publicKey: '', authorize: async () => '' }
    const onDeviceGone = createDeadDeviceEmails({ ...options, clock: pool.clock })
    const channel = createPushChannel({ ...pool.services, vapid, hasEntered: async () => false, onDeviceGone })
    const push = { ...testText, tag: testTag, urgency: 'high', expiresAt: start.toISOString() }
    async function lose(userId: number) {
      const recipient = String((await listDevices(pool.db, userId))[0]?.id)
      const message = { id: 0, requestKey: 'test', recipient, payload: push, attempts: 0 }
      await inTransaction(async (trx) => channel.onGivenUp?.(trx, message, { kind: 'gone', reason: '410' }))
    }
    for (const userId of [syd, two, own]) await lose(userId)
    expect((await list()).toSorted()).toEqual([
      'syd@example.com: No entry yet: Links Open',
      "two's 2: No entry yet: Links Open | Entries close on 9 April 2026, 22:00 AEST, and you have not entered yet.",
    ])
    await lose(two)
    expect((await list()).at(-1)).toBe('two@example.com: No entry yet: Links Open')
    expect(await listDevices(pool.db, syd)).toEqual([])
  })

  test('a repeat adds no device, and the oldest makes room for the eleventh', async () => {
    const ann = await addPerson('ann', { devices: 10 })
    await addDevice(ann, "ann's 3")
    await addDevice(ann, 'new')
    const names = (await listDevices(pool.db, ann)).map(({ name }) => name)
    expect(names).toHaveLength(10)
    expect([names[0], names.at(-1)]).toEqual(["ann's 2", 'new'])
  })

  test('a merge moves the devices, and a deletion removes everything', async () => {
    const ann = await addPerson('ann')
    const work = await addPerson('work', { choices: all('off') })
    const target = await pool.addUser('target')
    await inTransaction((trx) => moveNotificationSettings(trx, target, [ann, work]))
    expect(await listDevices(pool.db, target)).toHaveLength(2)
    const settings = () => pool.db.selectFrom('notice_settings').select(['user_id', 'choices']).execute()
    expect(await settings()).toEqual([{ user_id: target, choices: JSON.stringify(all('push')) }])
    await inTransaction((trx) => removeNotificationSettings(trx, target))
    expect([await listDevices(pool.db, target), await settings()]).toEqual([[], []])
  })
})
