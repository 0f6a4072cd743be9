import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditMailSender, demoTiebreakers, parseCsv, sha256Hex } from '#built/harness.mjs'
import { sendAuditMailResponse } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
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

  it('lists entrants and times before the start, with digests instead of picks', async () => {
    await askFor()
    const [mail] = await emails(2)
    const rows = tableOf(mail)
    expect(rows.map((row) => [row['Owner'], row['E-mail'], row['Created'], row['Last changed']])).toEqual([
      ['The player', 'player@example.com', '2026-06-17T11:00:00.000Z', '2026-06-17T11:00:00.000Z'],
      ['The rival', 'rival@example.com', '2026-06-17T11:00:00.000Z', '2026-06-17T11:00:00.000Z'],
    ])
    for (const row of rows) {
      expect(row['SHA-256']).toMatch(/^[0-9a-f]{64}$/)
      expect(Object.keys(row)).toHaveLength(11)
      for (const part of [mail?.text, mail?.html]) expect(part).toContain(row['SHA-256'])
    }
    expect(attachmentOf(mail)).toMatchObject({ filename: 'audit-1-20260618T100000Z.csv', type: 'text/csv' })
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
    const { database, secrets } = pool.app
    const outbox = { wake: () => {} }
    const processes = [1, 2].map(() =>
      createAuditMailSender({ db: database.db, clock, outbox, auditKey: secrets.auditKey, timeZone: 'UTC' }),
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

  it('shows all picks and answers from the moment of the start', async () => {
    clock.set(new Date(start.getTime() - 1))
    await askFor()
    clock.set(start)
    await askFor(second)
    const [hidden, , shown] = await emails(4)
    expect(tableOf(hidden)[0]).not.toHaveProperty('Content')
    const { db } = pool.app.database
    const players = await db.selectFrom('players').selectAll().execute()
    const client = await createEntryClient(pool)
    for (const [index, entry] of (await client.stored()).entries()) {
      const row = tableOf(shown)[index] ?? {}
      const picked = entry.selections.map(({ playerId }) => players.find(({ id }) => id === playerId))
      const cells = ['1', '2', '3'].flatMap((number) => ['A', 'B', 'C', 'D'].map((tier) => row[number + tier]))
      expect(cells).toEqual(picked.map((player) => `${player?.name} (${player?.espn_id})`))
      expect([row['Answer 1']?.replace(/^'/, ''), row['Answer 2']]).toEqual(entry.tiebreakers)
      const names = picked.slice(0, 4).map((player) => player?.name)
      expect(shown?.text).toContain(`1: ${names.join(', ')}`)
      expect(shown?.html).toContain(`<td>${names.join(', ').replaceAll("'", '&#39;')}</td>`)
    }
    for (const question of demoTiebreakers) expect(shown?.html).toContain(`<th>${question}</th>`)
    const { root } = await db.selectFrom('seals').select('root').executeTakeFirstOrThrow()
    const seal = `The seal of the pool is ${toSealWords(root)}, in full ${root}.`
    for (const part of [shown?.text, shown?.html]) expect(part).toContain(seal)
    expect(hidden?.text).not.toContain('seal')
    // As `sha256sum` computes it.
    for (const row of tableOf(shown)) expect(sha256Hex(row['Content'] ?? '')).toBe(row['SHA-256'])
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

  it('names, questions and answers appear as typed, and no cell is a formula', async () => {
    await openPool()
    const client: EntryClient = await createEntryClient(pool)
    const { db } = pool.app.database
    const typed = '<img src=x onerror=alert(1)> & "quoted", \'single\''
    await db
      .updateTable('tournaments')
      .set({ name: `+${typed}`, tiebreaker_1: `Q1 ${typed}`, tiebreaker_2: `Q2 ${typed}` })
      .execute()
    const stored = await client.findStored(pool.people.player)
    const tiebreakers: [string, string] = [`@${typed}`, `-${typed}`]
    await client.change(pool.people.player, client.fill(pool.people.player, 0, { id: stored?.id ?? 0, tiebreakers }))
    // This comes last, because a call by the user restores the name in their token.
    await db
      .updateTable('users')
      .set({ name: `=${typed}` })
      .where('id', '=', pool.people.player.userId)
      .execute()
    clock.set(start)
    await askFor()
    const [mail] = await emails(2)
    const escaped = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;, &#39;single&#39;'
    for (const shown of [
      `=${escaped}`,
      `+${escaped}`,
      `Q1 ${escaped}`,
      `Q2 ${escaped}`,
      `@${escaped}`,
      `-${escaped}`,
    ]) {
      expect(mail?.html).toContain(shown)
    }
    expect(mail?.html).not.toContain('<img')
    for (const text of [`=${typed}`, `+${typed}`, `Q1 ${typed}`, `@${typed}`]) expect(mail?.text).toContain(text)
    expect(mail?.subject).toBe(`Audit of +${typed}`)
    const row = tableOf(mail)[0] ?? {}
    expect([row['Owner'], row['Tournament'], row['Answer 1'], row['Answer 2']]).toEqual(
      ['=', '+', '@', '-'].map((sign) => `'${sign}${typed}`),
    )
    expect(Object.values(row).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })
})
