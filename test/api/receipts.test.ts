import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { entryProof } from '#contract/seal-contract.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import { readReceipt } from '#domain/seal/receipt.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { parseMail } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const settings = { choices: defaultPreferences, quietHours: null, timeZone: 'Europe/Berlin' }

describe.each(databaseKinds())('receipts over $name', (kind) => {
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let pool: TestPool
  let client: EntryClient

  beforeAll(async () => {
    sink = await startSmtpSink()
    pool = await openTestPool({
      kind,
      start: new Date(Date.now() + 3_600_000),
      startAt: 'scheduled',
      withoutScores: true,
      mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
    })
    client = await createEntryClient(pool)
  })
  afterAll(async () => {
    await pool.close()
    await sink.close()
  })

  const read = (person: Person) => pool.call(api.entryReceipt(pool.tournamentId), person)
  const queued = (entryId: number) =>
    pool.app.database.db
      .selectFrom('outbox')
      .select('request_key')
      .where('request_key', 'like', `receipt:${entryId}:%`)
      .orderBy('id')
      .execute()

  it('each saved version is emailed to its owner once, and the card is the same text', async () => {
    const name = randomUUID()
    const person = await addPerson(pool.app, name)
    const body = client.fill(person, 3)
    expect(await client.create(person, body)).toMatchObject({ status: 200 })
    const repeated = await client.create(person, body)
    if (!('entry' in repeated)) throw new Error('It was not saved.')
    const { id } = repeated.entry
    const mail = await parseMail((await sink.nextMailTo(`${name}@example.com`)).data)
    expect(mail.subject).toBe('Your picks are saved, version 1')
    const card = await (await read(person)).text()
    // The signed text stands letter by letter under its heading; above it are the picks in plain words.
    const [plain = '', check = ''] = mail.text.split('How can I check this?')
    expect(check).toContain(`\n\n${card}\n\n`)
    expect(plain).toContain('Entry 1: ')
    expect(plain).not.toMatch(/seal|receipt/i)
    const golfers = new Map(client.players.map((player) => [player.id, player]))
    const picks = body.selections.map(({ playerId }) => golfers.get(playerId))
    for (const golfer of picks) expect(card).toContain(golfer?.name)
    expect(readReceipt(mail.text, sha256Hex)).toMatchObject({
      pool: pool.app.config.publicUrl,
      tournament: pool.tournamentId,
      content: { entry: id, version: 1, picks: picks.map((golfer) => golfer?.espnId), answers: ['-3', '63'] },
    })

    expect(await client.change(person, { ...body, id, tiebreakers: ['-4', '64'] })).toMatchObject({ status: 200 })
    expect((await parseMail((await sink.nextMailTo(`${name}@example.com`)).data)).subject).toContain('version 2')
    const off = { ...settings, choices: { ...settings.choices, receipt: 'off' } }
    expect((await pool.send('PUT', api.notifications(), person, off)).status).toBe(200)
    expect(await client.change(person, { ...body, id })).toMatchObject({ status: 200 })
    expect(await queued(id)).toEqual([{ request_key: `receipt:${id}:1` }, { request_key: `receipt:${id}:2` }])
    expect(await (await read(person)).text()).toContain('version 3')
  })

  it('are for their owners: nobody else gets one, and nobody before their first save', async () => {
    for (const who of [pool.people.newcomer, pool.people.admin]) expect((await read(who)).status).toBe(404)
  })
})

/** The flaw of a sheet, as everybody can find it with `sha256sum`. */
function findProblem(sheet: string): string {
  const [, above = '', digest] = /^(.*\r\n)SHA-256 of the lines above,(\w{64})\r\n/s.exec(sheet) ?? []
  return createHash('sha256').update(`\uFEFF${above}`).digest('hex') === digest ? '' : 'It was changed.'
}

describe.each(databaseKinds())('the sheet over $name', (kind) => {
  it('at the lock reaches everyone who entered once, with the most picked golfers and the file that the board keeps: all names and picks, no address, and the seal', async () => {
    const sink = await startSmtpSink()
    const clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + 3_600_000)
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    const pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', withoutScores: true, mail })
    const { player, rival, newcomer } = pool.people
    const download = () => pool.call(`${api.tournamentStandings(pool.tournamentId)}?atLock=true`, newcomer)
    expect((await download()).status).toBe(409)
    const off = { ...settings, choices: { ...settings.choices, sheet: 'off' } }
    await pool.send('PUT', api.notifications(), rival, off)
    clock.set(new Date(start.getTime() + 10_000))
    await pool.app.poolEvents.check()
    const sent = await parseMail((await sink.nextMailTo('player@example.com')).data)
    const [sheet] = sent.attachments
    expect(sheet?.text).toBe(await (await download()).text())
    const view = tournament.parse(
      await (await pool.call(api.tournament(pool.tournamentId, { players: false, entries: true }), player)).json(),
    )
    const client = await createEntryClient(pool)
    const names = new Map(client.players.map(({ id, name }) => [id, name]))
    const golfersOf = (entry?: Pick<Entry, 'selections'>) =>
      entry?.selections.map(({ playerId }) => names.get(playerId)) ?? []
    for (const { name, selections } of await client.stored()) {
      expect(sheet?.text).toContain(`--,${name} 2,${golfersOf({ selections }).slice(4, 8).join()},--,--,`)
    }
    const picked = (await client.stored()).flatMap(golfersOf)
    const countOf = (name: string) => picked.filter((golfer) => golfer === name).length
    const mostPicked = [0, 1, 2, 3].map((tier) => {
      const inTier = client.players.filter((player) => player.tier === tier)
      const [best] = inTier.toSorted((a, b) => countOf(b.name) - countOf(a.name) || a.order - b.order)
      return `${best?.name} (${Math.round((countOf(best?.name ?? '') * 100) / 6)}%)`
    })
    const [a, b, c, d] = mostPicked
    expect(sent.text).toContain(`Most picked, tiers A to D: ${a}, ${b}, ${c}, and ${d}.`)
    expect(sheet?.text).not.toContain('@')
    expect(view.seal?.size).toBe(2)
    expect(sheet?.text).toContain(`Seal of the pool,${view.seal?.words},${view.seal?.root}`)
    expect(findProblem(sheet?.text ?? '')).toBe('')
    const own = (await client.stored())[0]
    const proof = entryProof.parse(
      await (await pool.call(api.tournamentProof(pool.tournamentId, own?.id ?? 0), rival)).json(),
    )
    for (const field of [
      own?.name,
      golfersOf(own).at(-1),
      own?.tiebreakers[0],
      toSealWords(proof.leaf),
      view.seal?.words,
      view.seal?.root,
    ]) {
      const at = sheet?.text.indexOf(field ?? '') ?? -1
      expect(at, field).toBeGreaterThan(0)
      const changed = `${sheet?.text.slice(0, at)}${field?.startsWith('x') ? 'y' : 'x'}${sheet?.text.slice(at + 1)}`
      expect(findProblem(changed), field).not.toBe('')
    }
    const removal = { entryId: own?.id, change: 'remove', reason: 'Not paid' }
    const path = api.adminTournamentUsers(pool.tournamentId)
    expect((await pool.send('POST', path, pool.people.power, removal)).status).toBe(200)
    // Open changes follow the locked picks.
    const at = clock.now().toISOString()
    const line = `Changed after the lock,${at},The entry of ${own?.name} was removed,The power,Not paid\r\n`
    expect(await (await download()).text(), 'after a removal').toBe(sheet?.text + line)
    expect(sent.text.split('How can I check this?')[1]).toContain(view.seal?.words)
    await pool.app.poolEvents.check()
    const rows = pool.app.database.db
      .selectFrom('outbox')
      .select(['recipient'])
      .where('request_key', 'like', '%:sheet:%')
    expect(await rows.execute()).toEqual([{ recipient: 'player@example.com' }])
    await pool.close()
    await sink.close()
  })
})

it('without a mail server none are queued, and nobody is offered one', async () => {
  const pool = await openTestPool({
    start: new Date(Date.now() + 3_600_000),
    startAt: 'scheduled',
    withoutScores: true,
  })
  const client = await createEntryClient(pool)
  const { newcomer } = pool.people
  expect(await client.create(newcomer, client.fill(newcomer))).toMatchObject({ status: 200 })
  expect(await pool.app.database.db.selectFrom('outbox').select('id').execute()).toEqual([])
  expect(await (await pool.call(api.notifications(), newcomer)).json()).toMatchObject({ canEmail: false })
  await pool.close()
})
