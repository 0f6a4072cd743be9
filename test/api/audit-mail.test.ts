import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditMailSender, demoTiebreakers, parseCsv } from '#built/harness.mjs'
import { sendAuditMailResponse } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { type ParsedMail, readEmailFiles } from '../support/mail-parser.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds, sqlite } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const now = new Date('2026-06-18T10:00:00Z')
const start = new Date('2026-06-18T11:00:00Z')

let clock: TestClock
let pool: TestPool
let second: Person

async function openPool(options: Parameters<typeof openTestPool>[0] = {}): Promise<void> {
  clock = buildClock(now)
  pool = await openTestPool({
    clock,
    start,
    startAt: 'scheduled',
    withoutScores: true,
    rateLimitFactor: 0,
    ...options,
  })
  second = await addPerson(pool.app, 'second', 'admin')
}

async function askFor(admin = pool.people.admin): Promise<number> {
  const response = await pool.call(api.adminSendAuditMail(), admin)
  expect(response.status).toBe(200)
  return sendAuditMailResponse.parse(await response.json()).recipients
}

/** All emails, once `count` of them have been written. */
async function emails(count: number): Promise<ParsedMail[]> {
  await expect.poll(() => readEmailFiles(pool.app.config.dataFolder)).toHaveLength(count)
  return readEmailFiles(pool.app.config.dataFolder)
}

const attachmentOf = (mail: ParsedMail | undefined) =>
  mail?.attachments[0] ?? { filename: '', text: '', bytes: Buffer.of() }

function tableOf(mail: ParsedMail | undefined): Record<string, string>[] {
  const [header, ...rows] = parseCsv(attachmentOf(mail).bytes).map(({ cells }) => cells)
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header?.[index] ?? '', cell])))
}

describe.each(databaseKinds())('the audit email over $name', (kind) => {
  beforeEach(() => openPool({ kind }))
  afterEach(() => pool.close())

  it('goes to each admin separately and is recorded in the audit log', async () => {
    expect(await askFor()).toBe(2)
    const sent = await emails(2)
    expect(sent.map(({ recipients }) => recipients)).toEqual([['admin@example.com'], ['second@example.com']])
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set([`Audit of ${pool.simulator.name}`]))
    expect(await auditLog()).toEqual([
      {
        user_id: pool.people.admin.userId,
        details: { tournamentId: pool.tournamentId, entries: 2, recipients: 2 },
      },
    ])
  })

  it('lists who has entered, and when, before the start, and no picks', async () => {
    const { db } = pool.app.database
    const withdrawnAt = '2026-06-18T09:00:00.000Z'
    await db
      .updateTable('entries')
      .set({ withdrawn_at: withdrawnAt })
      .where('user_id', '=', pool.people.rival.userId)
      .execute()
    await askFor()
    const [mail] = await emails(2)
    const at = '2026-06-17T11:00:00.000Z'
    expect(tableOf(mail).map(({ 'Entry record': _, ...row }) => Object.values(row))).toEqual([
      ['The player', 'player@example.com', at, at, ''],
      ['The rival', 'rival@example.com', at, at, withdrawnAt],
    ])
    const read = '17 June 2026, 11:00 UTC'
    expect(mail?.text).toContain(`The player <player@example.com>: created ${read}, last changed ${read}\n`)
    expect(mail?.text).toContain(`The rival <rival@example.com>: created ${read}, last changed ${read}, withdrawn`)
    expect(mail?.html).toContain(`The player &lt;player@example.com&gt;: created ${read}`)
    expect(mail?.attachments).toMatchObject([{ filename: 'audit-1-20260618T100000Z.csv', type: 'text/csv' }])
    for (const golfer of pool.simulator.listGolfers()) {
      for (const part of [mail?.text, mail?.html, attachmentOf(mail).text]) {
        expect(part).not.toContain(golfer.name)
      }
    }
    for (const question of demoTiebreakers) expect(mail?.text).not.toContain(question)
  })

  it('is sent once for all requests within a minute, concurrent or not', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => askFor()))
    clock.advance(59_999)
    counts.push(await askFor())
    expect(new Set(counts)).toEqual(new Set([2]))
    expect(await auditLog()).toHaveLength(1)
    clock.advance(1)
    expect(await askFor()).toBe(2)
    expect(await auditLog()).toHaveLength(2)
    expect(await emails(4)).toHaveLength(4)
  })

  it('is sent once for concurrent requests to two processes', async () => {
    const { database } = pool.app
    const outbox = { wake: () => {} }
    const processes = [1, 2].map(() =>
      createAuditMailSender({ db: database.db, clock, outbox, publicUrl: pool.url, timeZone: 'UTC' }),
    )
    const asked = processes.map((sender) => sender.send(pool.people.admin.userId))
    expect(await Promise.all(asked)).toEqual([{ recipients: 2 }, { recipients: 2 }])
    expect(await auditLog()).toHaveLength(1)
    expect(await database.db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
  })

  it('is limited for each admin separately', async () => {
    await Promise.all([askFor(), askFor(second)])
    expect(await auditLog()).toHaveLength(2)
    expect(await emails(4)).toHaveLength(4)
  })

  async function auditLog() {
    const { db } = pool.app.database
    const rows = await db
      .selectFrom('audit_log')
      .select(['user_id', 'details'])
      .where('action', '=', 'audit e-mail sent')
      .execute()
    return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }))
  }

  // The queries are shown above: one database suffices for the rest.
  if (kind !== sqlite) return

  it('has the picks sheet, too, from the moment of the start', async () => {
    clock.set(new Date(start.getTime() - 1))
    await askFor()
    clock.set(start)
    await askFor(second)
    const sent = (await emails(4)).filter(({ subject }) => subject === `Audit of ${pool.simulator.name}`)
    expect(sent.map(({ attachments }) => attachments.length)).toEqual([1, 1, 2, 2])
    const [hidden, , shown] = sent
    expect(hidden?.text).not.toContain('/picks/')
    expect(shown?.text).toContain(`/picks/${pool.tournamentId}`)
    const sheet = await pool.call(`${api.tournamentStandings(pool.tournamentId)}?atLock=true`, second)
    expect(shown?.attachments[1]).toMatchObject({
      filename: `${pool.simulator.name} picks.csv`,
      text: await sheet.text(),
    })
  })

  it('is refused without a tournament', async () => {
    const { db } = pool.app.database
    for (const table of ['selections', 'entries', 'players', 'leaderboards', 'tournaments'] as const) {
      await db.deleteFrom(table).execute()
    }
    expect(await askFor()).toBe(2)
    const [mail] = await emails(2)
    expect(mail?.text).toContain('There is no tournament yet')
    expect(mail?.attachments).toEqual([])
  })
})

describe('in an audit email', () => {
  afterEach(() => pool.close())

  it('names appear as typed, and no cell is a formula', async () => {
    await openPool()
    const { db } = pool.app.database
    const typed = '<img src=x onerror=alert(1)> & "quoted", \'single\''
    await db
      .updateTable('tournaments')
      .set({ name: `+${typed}` })
      .execute()
    await db
      .updateTable('users')
      .set({ name: `=${typed}` })
      .where('id', '=', pool.people.player.userId)
      .execute()
    await askFor()
    const [mail] = await emails(2)
    const escaped = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;, &#39;single&#39;'
    for (const shown of [`=${escaped}`, `+${escaped}`]) expect(mail?.html).toContain(shown)
    expect(mail?.html).not.toContain('<img')
    for (const text of [`=${typed}`, `+${typed}`]) expect(mail?.text).toContain(text)
    expect(mail?.subject).toBe(`Audit of +${typed}`)
    expect(tableOf(mail)[0]?.['Owner']).toBe(`'=${typed}`)
  })
})
