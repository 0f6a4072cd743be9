import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifiedPeople, results } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { userNotifications } from '#contract/user-notification-contract.ts'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import { endTournament } from '../support/end-tournament.ts'
import { parseMail } from '../support/mail-parser.ts'
import { startPushService } from '../support/push-service.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

describe.each(databaseKinds())('the results over $name', (kind) => {
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  beforeEach(async () => {
    sink = await startSmtpSink()
    pool = await openTestPool({
      kind,
      rateLimitFactor: 0,
      mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
    })
  })
  afterEach(async () => {
    await pool.close()
    await sink.close()
  })

  async function preview() {
    const response = await pool.call(api.adminResults(pool.tournamentId), pool.people.power)
    return results.parse(await response.json())
  }
  const send = () => pool.send('POST', api.adminResults(pool.tournamentId), pool.people.power, {})

  it('are refused until the tournament has ended with places', async () => {
    expect(await preview()).toMatchObject({ state: 'not-ended', missing: 0, message: null })
    const refused = await send()
    expect([refused.status, problemCode(problemDetails.parse(await refused.json()).type)]).toEqual([409, 'no-results'])
    await endTournament(pool.app, pool.tournamentId, { hasPlaces: false })
    expect(await preview()).toMatchObject({ state: 'no-results', message: null })
    expect((await send()).status).toBe(409)
    expect((await pool.call(api.adminResults(999), pool.people.power)).status).toBe(404)
  })

  it('go to every entrant once, as previewed, however often they are requested', async () => {
    const { rival } = pool.people
    await endTournament(pool.app, pool.tournamentId)
    const { db } = pool.app.database
    await db.updateTable('users').set({ email: 'former@player-pool.invalid' }).where('id', '=', rival.userId).execute()
    const before = await preview()
    expect(before).toMatchObject({ state: 'ended', sent: null, skipped: ['The rival'] })
    expect(before.reach).toEqual({ devices: 0, emails: before.missing, files: 0, none: 0 })

    const answers = await Promise.all(Array.from({ length: 5 }, send))
    const counts = await Promise.all(
      answers.map(async (answer) => notifiedPeople.parse(await answer.json()).people ?? 0),
    )
    const count = before.missing
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, count])
    await expect.poll(async () => (await preview()).sent).toMatchObject({ waiting: 0, sent: count, failed: 0 })
    expect(await preview()).toMatchObject({ missing: 0, message: null })
    expect(sink.emails).toHaveLength(count)

    const received = sink.emails.find(({ to }) => to.includes('player@example.com'))
    const mail = await parseMail(received?.data ?? '')
    expect(mail.subject).toBe(before.message?.subject)
    expect(mail.text.trim()).toBe(before.message?.text.trim())
    expect(mail.text).toMatch(/Your entries\n +T?\d+ {2}Entry 1, /)
    expect(mail.text).toMatch(/The top ten\n +T?1 {2}/)
    expect(mail.text).toContain(`/pool/${pool.tournamentId}`)
    const audits = await db.selectFrom('audit_log').select('details').where('action', '=', 'results sent').execute()
    expect(audits.map(({ details }) => JSON.parse(details))).toEqual([{ tournamentId: pool.tournamentId, count }])
  })
})

it('reach only devices without a mail server; nobody else counts as sent, and without a device they are refused', async () => {
  const service = await startPushService()
  const pool = await openTestPool({ rateLimitFactor: 0 })
  try {
    await endTournament(pool.app, pool.tournamentId)
    const { power, player } = pool.people
    const path = api.adminResults(pool.tournamentId)
    const preview = async () => results.parse(await (await pool.call(path, power)).json())
    const refused = await pool.send('POST', path, power, {})
    expect(refused.status).toBe(409)
    const problem = problemDetails.parse(await refused.json())
    expect(problem).toMatchObject({
      title: expect.stringContaining('No mail server'),
      detail: expect.stringMatching(/SMTP_URL/),
    })
    expect(problemCode(problem.type)).toBe('no-mail-server')
    const nobody = { devices: 0, emails: 0, files: 2, none: 0 }
    expect(await preview()).toMatchObject({ state: 'ended', sent: null, missing: 0, reach: nobody, message: null })

    const { pushKey } = userNotifications.parse(await (await pool.call(api.notifications(), player)).json())
    const device = { ...service.subscribe(pushKey), name: 'Firefox on Android', timeZone: 'Europe/Berlin' }
    await pool.send('POST', api.notificationDevice(), player, device)
    // Without quiet hours, in which it would wait.
    const settings = { choices: defaultPreferences, quietHours: null, timeZone: 'Europe/Berlin' }
    expect((await pool.send('PUT', api.notifications(), player, settings)).status).toBe(200)
    const before = await preview()
    expect(before).toMatchObject({ missing: 1, reach: { devices: 1, emails: 0, files: 1, none: 0 }, skipped: [] })
    const sent = await pool.send('POST', path, power, {})
    expect(notifiedPeople.parse(await sent.json())).toEqual({ people: 1, files: 0 })
    await expect
      .poll(() =>
        service.received.map(({ notification }) => ({ subject: notification.title, text: notification.body })),
      )
      .toContainEqual(before.message)
    expect(await preview()).toMatchObject({
      missing: 0,
      reach: { files: 1 },
      sent: { sent: 1, filed: 0 },
      message: null,
    })
  } finally {
    await pool.close()
    await service.close()
  }
})
