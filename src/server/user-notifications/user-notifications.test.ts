import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import {
  defaultPreferences,
  type NotificationPreferences,
  type QuietHours,
} from '#domain/notifications/notification-preferences.ts'
import { createLog } from '#server/log.ts'
import { createOutbox } from '#server/outbox/outbox.ts'
import { buildEvent, buildFieldOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { addMail } from '../mail/mail-queue.ts'
import { reminderKey } from '../organiser-mails/reminder-store.ts'
import { resultMailKey } from '../organiser-mails/result-mail-store.ts'
import { createPoolEventWatch } from '../pool-events/pool-event-watch.ts'
import type { Push } from '../push/push.ts'
import { createPushChannel } from '../push/push-channel.ts'
import { addPushes, listDevices, removeOwnSubscription, saveSubscription } from '../push/push-store.ts'
import { addEntry } from '../tournaments/entry-store.ts'
import { addTournament, deactivateTournament, listPlayers } from '../tournaments/tournament-store.ts'
import { addUserWithIdentity } from '../users/identity-store.ts'
import { createDeadDeviceMails } from './dead-device-mails.ts'
import { createGolfersOutListener } from './golfers-out-listener.ts'
import { createNotificationListener } from './notification-listener.ts'
import { moveNotificationSettings, removeNotificationSettings, saveSettings } from './notification-store.ts'
import { testText } from './notification-texts.ts'

const log = createLog('silent')
const hour = 60 * 60_000
const start = new Date('2026-04-09T12:00:00.000Z')
const content = {
  name: 'Links Open',
  start: start.toISOString(),
  tiebreakers: ['Winning score?', 'Longest drive?'],
  players: buildPlayers(),
} as const
const options = { publicUrl: 'https://pool.example', timeZone: 'UTC' }
const all = (way: 'push' | 'email' | 'off') =>
  Object.fromEntries(Object.keys(defaultPreferences).map((kind) => [kind, way])) as NotificationPreferences

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let tournamentId: number
  let board: { message: Leaderboard; feedChecked: string } | undefined
  const clock = buildClock()
  const fromStart = (ms: number) => clock.set(new Date(start.getTime() + ms))
  type Trx = Parameters<typeof saveSettings>[0]
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db().transaction().execute(work)
  const db = () => opened.database.db

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    board = undefined
    fromStart(-48 * hour)
    const tournament = { ...content, espnId: '4018', active: true }
    tournamentId = await inTransaction((trx) => addTournament(trx, tournament, clock.now()))
    await check()
  })
  afterEach(() => opened.remove())

  /** As a process that has just started. */
  async function check(): Promise<void> {
    await createPoolEventWatch({
      db: db(),
      clock,
      hub: { findLatest: async () => board as never },
      outbox: createOutbox({ db: db(), channels: [], clock, log, timers: globalThis }),
      listeners: [createNotificationListener(options)],
      onGolfersOut: createGolfersOutListener(options),
      log,
    }).check()
  }

  type Person = {
    choices?: NotificationPreferences
    quietHours?: QuietHours | null
    timeZone?: string
    devices?: number
    picks?: number[]
  }

  /** `picks`: of all three entries, as indexes of players; without them, they have not entered. */
  async function addPerson(name: string, person: Person = {}): Promise<number> {
    const { choices = all('push'), quietHours = null, timeZone = 'Europe/Berlin', devices = 1, picks } = person
    const profile = { name, email: `${name}@example.com`, emailVerified: true, asOf: clock.now() }
    const { user } = await addUserWithIdentity(db(), { issuer: 'test', subject: name }, profile, clock.now())
    await inTransaction((trx) => saveSettings(trx, user.id, { choices, quietHours, timeZone }))
    for (let device = 1; device <= devices; device += 1) await addDevice(user.id, `${name}'s ${device}`)
    if (picks) await enter(user.id, picks)
    return user.id
  }
  const addDevice = (userId: number, device: string) =>
    inTransaction((trx) =>
      saveSubscription(
        trx,
        { userId, device, endpoint: `https://push.example/${device}`, p256dh: 'p', auth: 'a' },
        clock.now(),
      ),
    )
  async function enter(userId: number, picks: readonly number[]): Promise<void> {
    const ids = (await listPlayers(db(), tournamentId)).map(({ id }) => id)
    const playerIds = [...picks, ...picks, ...picks].map((index) => ids[index] ?? 0)
    await inTransaction((trx) =>
      addEntry(trx, { tournamentId, userId, playerIds, tiebreakers: ['-10', '300'] }, clock.now()),
    )
  }
  /** `out`: the indexes of golfers who are out. */
  function receive(roundStatus: string, currentRound: number, scores: readonly number[], out: readonly number[] = []) {
    const field = buildFieldOf(Array.from({ length: 12 }, (_, index) => scores[index] ?? 0))
    const golfersScores = field.golfersScores.map((golfer, index) =>
      out.includes(index) ? { ...golfer, isDNF: true, position: currentRound > 1 ? 'CUT' : 'WD' } : golfer,
    )
    const at = clock.now().toISOString()
    const message = {
      ...field,
      golfersScores,
      currentRound,
      event: buildEvent({ roundStatus }),
      version: 1,
      timeStamp: at,
      stale: null,
    }
    board = { feedChecked: at, message }
  }
  /** The queued messages: recipient, content and earliest time. */
  async function listMessages() {
    const names = new Map(
      (await db().selectFrom('push_subscriptions').selectAll().execute()).map((row) => [String(row.id), row.device]),
    )
    const rows = await db().selectFrom('outbox').selectAll().where('message', '<>', '').orderBy('id').execute()
    return rows.map(({ channel, recipient, message, not_before, expires_at }) => {
      const content = JSON.parse(message) as Push & { subject: string; text: string }
      const text = channel === 'push' ? `${content.title} | ${content.body}` : content.subject
      return { to: names.get(recipient) ?? recipient, text, push: content, from: not_before, until: expires_at }
    })
  }
  const list = async () => (await listMessages()).map(({ to, text }) => `${to}: ${text}`)

  test('people without an entry are notified a day and two hours before the lock, on all devices, once', async () => {
    await addPerson('ann', { devices: 2 })
    await addPerson('bea', { picks: [0, 3, 6, 9] })
    await addPerson('cem', { choices: { ...all('push'), 'no-entry-24h': 'off' } })
    await addPerson('dan', { choices: all('email') })
    await addPerson('eve', { devices: 0 })
    fromStart(-24 * hour)
    await check()
    await check()
    expect(await list()).toEqual([
      "ann's 1: No entry yet: Links Open | Entries close on Thursday 9 April, 14:00, and you have not entered yet.",
      "ann's 2: No entry yet: Links Open | Entries close on Thursday 9 April, 14:00, and you have not entered yet.",
      'dan@example.com: You have no entry in Links Open yet',
    ])
    fromStart(-2 * hour)
    await check()
    const last = (await listMessages()).slice(3)
    expect(last.map(({ to }) => to)).toEqual(["ann's 1", "ann's 2", "cem's 1", 'dan@example.com'])
    expect(last[0]).toMatchObject({
      until: start.toISOString(),
      push: { tag: `no-entry-${tournamentId}`, urgency: 'high', path: '/entry/new', unlessEntered: { tournamentId } },
    })
    expect(JSON.stringify(last[0]?.push).length).toBeLessThan(600)
  })

  test('nobody gets an automatic email and an organiser’s reminder on one day', async () => {
    const userId = await addPerson('ann', { choices: all('email') })
    fromStart(-23 * hour)
    const message = { subject: 'From the organiser', text: '', html: '' }
    const requestKey = reminderKey({ tournamentId, userId, day: clock.now().toISOString().slice(0, 10) })
    await addMail(db(), { requestKey, recipient: 'ann@example.com', message }, clock.now())
    await check()
    expect(await list()).toEqual(['ann@example.com: From the organiser'])
  })

  test('quiet hours delay a notification, and turn it into an email if it would come too late', async () => {
    const quietHours = { from: '22:00', to: '07:00' }
    // The lock is at 22:00 in Sydney and at 05:00 in Los Angeles.
    await addPerson('syd', { quietHours, timeZone: 'Australia/Sydney' })
    await addPerson('lee', { quietHours, timeZone: 'America/Los_Angeles' })
    fromStart(-24 * hour)
    await check()
    fromStart(-2 * hour)
    await check()
    const sent = (await listMessages()).map(({ to, from }) => [to, from])
    expect(sent).toEqual([
      ["syd's 1", '2026-04-08T21:00:00.000Z'],
      ["lee's 1", '2026-04-08T14:00:00.000Z'],
      ["syd's 1", '2026-04-09T10:00:00.000Z'],
      ['lee@example.com', null],
    ])
  })

  test('owners are notified of golfers who are out when two responses agree, once, and not again by organisers', async () => {
    const ann = await addPerson('ann', { picks: [0, 3, 6, 9] })
    await addPerson('bea', { picks: [0, 3, 6, 9], choices: all('email') })
    await addPerson('cem', { picks: [1, 3, 6, 9] })
    await addPerson('dan', {})
    await addPerson('eve', { picks: [0, 3, 6, 9], choices: all('off') })
    fromStart(-47 * hour)
    receive('Scheduled', 0, [], [0])
    await check()
    fromStart(-46.5 * hour)
    receive('Scheduled', 0, [])
    await check()
    fromStart(-46 * hour)
    receive('Scheduled', 0, [], [0])
    await check()
    expect(await list()).toEqual([])
    fromStart(-45 * hour)
    receive('Scheduled', 0, [], [0])
    await Promise.all([check(), check()])
    fromStart(-44 * hour)
    receive('Scheduled', 0, [], [0])
    await check()
    expect(await list()).toEqual([
      "ann's 1: Player A1 will not play | Links Open: you can change your picks until Thursday 9 April, 14:00.",
      'bea@example.com: A golfer you picked will not play: Links Open',
    ])
    const keys = (await db().selectFrom('outbox').select('request_key').execute()).map((row) => row.request_key)
    expect(keys[0]).toBe(`withdrawal:${tournamentId}:${ann}:1001`)
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
      fromStart(hours * hour)
      receive(...shown)
      await check()
    }
    await inTransaction((trx) => deactivateTournament(trx, tournamentId))
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
    expect(results?.until).toBe(new Date(start.getTime() + 90 * hour).toISOString())
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
        fromStart(at)
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

  test('people who chose the result by email do not get it again from an organiser, nor the reverse', async () => {
    const userId = await addPerson('dan', { picks: [2, 5, 8, 11], choices: all('email') })
    fromStart(66 * hour)
    receive('Final', 4, [])
    await check()
    const mail = { requestKey: resultMailKey(tournamentId, userId), recipient: 'dan@example.com' }
    await addMail(db(), { ...mail, message: { subject: 'Sent', text: '', html: '' } }, clock.now())
    await inTransaction((trx) => deactivateTournament(trx, tournamentId))
    await check()
    expect(await list()).toEqual(['dan@example.com: Sent'])
  })

  test('a browser belongs to the last user who subscribed in it', async () => {
    const ann = await addPerson('ann')
    const bea = await addPerson('bea', { devices: 0 })
    const [device] = await listDevices(db(), ann)
    const push = {
      title: 'For Ann',
      body: '',
      path: '/',
      tag: 't',
      urgency: 'normal',
      expiresAt: start.toISOString(),
    } as const
    await addPushes(db(), [{ requestKey: 'k', subscriptionId: device?.id ?? 0, push }], clock.now())
    await addDevice(bea, "ann's 1")
    expect(await listDevices(db(), ann)).toEqual([])
    expect(await listDevices(db(), bea)).toHaveLength(1)
    expect(await list()).toEqual([])
    // Nobody can remove another user's.
    await inTransaction((trx) => removeOwnSubscription(trx, ann, { endpoint: "https://push.example/ann's 1" }))
    expect(await listDevices(db(), bea)).toHaveLength(1)
  })

  test('messages queued for a last device that is gone become emails, unless they have expired', async () => {
    const quietHours = { from: '22:00', to: '07:00' }
    const syd = await addPerson('syd', { quietHours, timeZone: 'Australia/Sydney' })
    const two = await addPerson('two', { quietHours, timeZone: 'Australia/Sydney', devices: 2 })
    const own = await addPerson('own', { quietHours, timeZone: 'Australia/Sydney' })
    fromStart(-24 * hour)
    await check()
    await enter(own, [0, 3, 6, 9])
    const vapid = { publicKey: '', authorize: async () => '' }
    const onDeviceGone = createDeadDeviceMails({ ...options, clock })
    const channel = createPushChannel({ db: db(), clock, vapid, log, onDeviceGone })
    const push = { ...testText, tag: 'test', urgency: 'high', expiresAt: start.toISOString() }
    async function lose(userId: number) {
      const recipient = String((await listDevices(db(), userId))[0]?.id)
      const message = { id: 0, requestKey: 'test', recipient, payload: push, attempts: 0 }
      await inTransaction(async (trx) => channel.onGivenUp?.(trx, message, { kind: 'gone', reason: '410' }))
    }
    for (const userId of [syd, two, own]) await lose(userId)
    expect((await list()).toSorted()).toEqual([
      'syd@example.com: No entry yet: Links Open',
      "two's 2: No entry yet: Links Open | Entries close on Thursday 9 April, 22:00, and you have not entered yet.",
    ])
    await lose(two)
    expect((await list()).at(-1)).toBe('two@example.com: No entry yet: Links Open')
    expect(await listDevices(db(), syd)).toEqual([])
  })

  test('a repeat adds no device, and the oldest makes room for the eleventh', async () => {
    const ann = await addPerson('ann', { devices: 10 })
    await addDevice(ann, "ann's 3")
    await addDevice(ann, 'new')
    const names = (await listDevices(db(), ann)).map(({ name }) => name)
    expect(names).toHaveLength(10)
    expect([names[0], names.at(-1)]).toEqual(["ann's 2", 'new'])
  })

  test('a merge keeps the devices, and a deletion nothing', async () => {
    const ann = await addPerson('ann')
    const work = await addPerson('work', { choices: all('off') })
    const { user } = await addUserWithIdentity(
      db(),
      { issuer: 'test', subject: 'target' },
      { name: 'T', email: 't@example.com', emailVerified: true, asOf: clock.now() },
      clock.now(),
    )
    await inTransaction((trx) => moveNotificationSettings(trx, user.id, [ann, work]))
    expect(await listDevices(db(), user.id)).toHaveLength(2)
    const settings = () => db().selectFrom('notice_settings').select(['user_id', 'choices']).execute()
    expect(await settings()).toEqual([{ user_id: user.id, choices: JSON.stringify(all('push')) }])
    await inTransaction((trx) => removeNotificationSettings(trx, user.id))
    expect([await listDevices(db(), user.id), await settings()]).toEqual([[], []])
  })
})
