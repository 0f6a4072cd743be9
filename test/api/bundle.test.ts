import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BundleError, sha256Hex, verifyBundle } from '#built/harness.mjs'
import { type Bundle, bundle, rulesVersion } from '#contract/bundle-contract.ts'
import { api } from '#contract/paths.ts'
import { readContent, writeContent } from '#domain/seal/sealed-entry.ts'
import { forgetStart } from '../support/forget-start.ts'
import { runScript } from '../support/server-process.ts'
import { addPerson, openTestPool, type TestPool } from '../support/test-pool.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** As the pool writes it. */
function write({ digest: _, ...content }: Bundle | (Bundle & { more: string })): Uint8Array {
  const text = JSON.stringify(content).slice(0, -1)
  return encode(`${text},"digest":"${sha256Hex(text)}"}`)
}

function refusalOf(bytes: Uint8Array): string {
  try {
    return verifyBundle(bytes).problems.join(' ')
  } catch (error) {
    if (error instanceof BundleError) return error.message
    throw error
  }
}

describe('the bundle of a tournament', () => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ startAt: 'final', rateLimitFactor: 0 })
    const { admin, power } = pool.people
    const submission = {
      espnId: pool.simulator.listGolfers()[0]?.espnId,
      status: null,
      rounds: [70, null, null, null],
      toPar: null,
    }
    const correction = { ...submission, reason: 'Signed for 70', basedOn: null }
    expect((await pool.send('POST', api.adminCorrections(pool.tournamentId), power, correction)).status).toBe(200)
    await pool.app.feed.refreshScores()
    expect((await pool.send('POST', api.tournamentEnd(pool.tournamentId), admin, [])).status).toBe(200)
  })
  afterAll(() => pool.close())

  const ask = () => pool.call(api.tournamentBundle(pool.tournamentId), pool.people.newcomer)
  const download = async () => new Uint8Array(await (await ask()).arrayBuffer())
  const read = async () => bundle.parse(await (await ask()).json())

  it('has all that the seal and the final places follow from, and no addresses', async () => {
    const found = await read()
    expect(found).toMatchObject({ rules: rulesVersion, tournament: { hasEnded: true }, seal: { size: 2 } })
    expect(found.entries.map(({ name }) => name)).toEqual(['The player', 'The rival'])
    expect(found.entries.map(({ results }) => results.length)).toEqual([3, 3])
    expect(found.corrections).toMatchObject([
      { rounds: [70, null, null, null], reason: 'Signed for 70', endedAt: null },
    ])
    expect(JSON.stringify(found)).not.toContain('@')
    expect(verifyBundle(await download())).toMatchObject({ bundle: found, problems: [], unverified: [] })
    const etag = (await ask()).headers.get('etag') ?? ''
    const again = { headers: { 'if-none-match': etag } }
    expect((await pool.call(api.tournamentBundle(pool.tournamentId), pool.people.newcomer, again)).status).toBe(304)
  })

  it('with one changed byte is found to be changed, wherever that is', async () => {
    const bytes = await download()
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (index, difference) => {
        const changed = bytes.slice()
        changed[index] = (changed[index] ?? 0) ^ difference
        expect(refusalOf(changed)).not.toBe('')
      }),
    )
  })

  it('is found to be wrong in each of its parts, even with a digest that fits', async () => {
    const found = await read()
    const [entry, second] = found.entries
    const { scores, seal } = found
    if (!entry || !second || !scores || !seal) throw new Error('The bundle is incomplete.')
    const content = readContent(entry.content)
    const placed = 4 * entry.results.findIndex(([place]) => place !== null)
    const picks = content?.picks.slice(placed, placed + 4) ?? []
    const golfer = scores.golfersScores.find(({ espnId, isDNF }) => picks.includes(espnId) && !isDNF)
    if (!content || !golfer) throw new Error('The entry has no golfer.')
    const withEntry = (changes: Partial<typeof entry>) => ({ ...found, entries: [{ ...entry, ...changes }, second] })
    const withContent = (changes: Partial<typeof content>) =>
      withEntry({ content: writeContent({ ...content, ...changes }) })
    const withGolfer = (changes: Partial<typeof golfer>) => {
      const golfersScores = scores.golfersScores.map((row) => (row === golfer ? { ...row, ...changes } : row))
      return { ...found, scores: { ...scores, golfersScores } }
    }
    const [first = [null, null, null]] = entry.results
    const isNotSealed = `Entry ${content.entry} of The player is not what it was at the start.`
    const cases: [string, Bundle][] = [
      [isNotSealed, withContent({ picks: [content.picks[4] ?? '', ...content.picks.slice(1)] })],
      [isNotSealed, withContent({ answers: ['0', '0'] })],
      [isNotSealed, withContent({ salt: 'x' })],
      [isNotSealed, withContent({ version: 9 })],
      ['picks that the rules do not allow', withContent({ picks: content.picks.toReversed() })],
      ['cannot be read', withEntry({ content: `${entry.content} ` })],
      ['counts, but was not in the pool at the start', withEntry({ leaf: null })],
      ['The seal is not that of the entries in the file.', withEntry({ leaf: sha256Hex('') })],
      ['The seal is not that of the entries in the file.', { ...found, seal: { ...seal, root: sha256Hex('') } }],
      [
        'The seal is not that of the entries in the file.',
        { ...found, seal: { ...seal, words: 'acorn acorn acorn acorn 00000000' } },
      ],
      ['The seal is not that of the entries in the file.', { ...found, seal: { ...seal, size: 3 } }],
      ['There are sealed entries, but no seal.', { ...found, seal: null }],
      ['The seal is not that of the entries in the file.', { ...found, entries: [entry] }],
      ['The seal is not that of the entries in the file.', { ...found, entries: [entry, second, second] }],
      [
        'and the scores give',
        withEntry({ results: [[(first[0] ?? 0) + 1, first[1], first[2]], ...entry.results.slice(1)] }),
      ],
      ['and the scores give', withEntry({ results: entry.results.slice(1) })],
      ['and the scores give', withGolfer({ relativeScore: golfer.relativeScore - 40 })],
      ['The scores cannot be those of golfers.', withGolfer({ relativeScore: 2 ** 40 })],
      ['not those that were recorded', withGolfer({ thru: '17' })],
      ['do not follow from one another', { ...found, records: [[{}, [], [], []], ...found.records] }],
      ['do not fit the corrections', { ...found, corrections: [] }],
      ['picks that the rules do not allow', { ...found, players: found.players.slice(4) }],
    ]
    for (const [problem, changed] of cases) expect(refusalOf(write(changed))).toContain(problem)
    expect(refusalOf(write(found))).toBe('')
  })

  it('that is none, or cannot be read, is refused in one sentence', async () => {
    const bytes = await download()
    const found = await read()
    const cases: [string, Uint8Array][] = [
      ['It is incomplete: download it again.', bytes.slice(0, 500)],
      ['It is not JSON.', encode('hello }')],
      ['It is not a bundle.', encode('{"a":1}')],
      ['It is not a bundle.', encode('null')],
      ['It is not a text.', Uint8Array.of(0xff, 0xfe)],
      [
        `It follows version ${rulesVersion + 1} of the rules, and this program knows version ${rulesVersion}.`,
        encode(`{"rules":${rulesVersion + 1}}`),
      ],
      ['It is the sheet of all picks.', encode('\uFEFFPos,Name,Golfer A\r\n')],
      ['It is compressed. A bundle is not.', Uint8Array.of(0x1f, 0x8b, 8)],
      ['It has the unknown field more in its first level.', write({ ...found, more: 'x' })],
      [
        'It has an impossible value in entries.0.leaf.',
        write({ ...found, entries: found.entries.map((entry) => ({ ...entry, leaf: 'x' })) }),
      ],
    ]
    for (const [refusal, file] of cases) expect(refusalOf(file)).toContain(refusal)
  })

  it('is compared with the words that somebody noted at the lock', async () => {
    const file = join(pool.app.config.dataFolder, 'noted.json')
    const verify = (words: string) => runScript('dist/server/verify.mjs', [file, '--seal', words])
    const found = await read()
    writeFileSync(file, write(found))
    const words = found.seal?.words ?? ''
    for (const noted of [
      words,
      words.toUpperCase(),
      words.replaceAll(' ', ', '),
      words.split(' ').slice(0, 4).join(' '),
    ])
      expect(await verify(noted)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/\nNo problems found, and the seal is the one that you noted\.\n$/),
      })
    for (const noted of ['acorn acorn acorn acorn', words.split(' ').slice(0, 3).join(' '), `${words} x`, ''])
      expect(await verify(noted)).toMatchObject({
        code: 1,
        out: expect.stringMatching(/\nWRONG {2}The seal is “.*”, not the one that you noted.*\nProblems found: 1\.\n$/),
      })
  })

  it('without a seal is not verified, and what a terminal obeys is shown as codes', async () => {
    const file = join(pool.app.config.dataFolder, 'forged.json')
    const found = await read()
    const hide = '\u001b[2K\u001b[1A\rNo problems found.\n\u202e'
    const entries = found.entries.map((entry) => ({ ...entry, leaf: null, name: `${entry.name}${hide}` }))
    const tournament = { ...found.tournament, name: hide }
    writeFileSync(file, write({ ...found, tournament, entries, seal: null }))
    const unsealed = await runScript('dist/server/verify.mjs', [file])
    expect(unsealed).toMatchObject({ code: 1, out: expect.stringMatching(/\nNot verified: \d+\.\n$/) })
    const counting = entries.map((entry) => ({ ...entry, results: [] }))
    writeFileSync(file, write({ ...found, tournament, entries: counting }))
    const forged = await runScript('dist/server/verify.mjs', [file])
    expect(forged).toMatchObject({ code: 1, out: expect.stringMatching(/\nProblems found: \d+\.\n$/) })
    for (const { out } of [unsealed, forged]) {
      expect(out).toMatch(/^(?:\n|[^\p{Cc}\p{Cf}])*$/u)
      expect(out.split('\n').filter((line) => line === 'No problems found.')).toEqual([])
    }
    expect(forged.out).toContain(
      'WRONG  Entry 1 of The player\\u{1b}[2K\\u{1b}[1A\\u{d}No problems found.\\u{a}\\u{202e}',
    )
  })

  it('is verified by a command that needs only the file, also after the database was changed', async () => {
    const file = join(pool.app.config.dataFolder, 'bundle.json')
    const verify = async (...args: string[]) => runScript('dist/server/verify.mjs', args)
    writeFileSync(file, await download())
    const { seal } = await read()
    const { out, ...rest } = await verify(file)
    expect(rest).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Seal: ${seal?.words}\n      ${seal?.root}\n`)
    expect(out).toMatch(/\nNo problems found\.\n$/)
    await pool.app.database.db.updateTable('entries').set({ tiebreaker_1: 'later' }).execute()
    await pool.app.database.db.updateTable('tournaments').set({ version: 1000 }).execute()
    writeFileSync(file, await download())
    expect(await verify(file)).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /\nWRONG {2}Entry 1 of The player is not what it was at the start\.\n.*\nProblems found: 2\.\n$/s,
      ),
    })
    truncateSync(file, 100 * 2 ** 20)
    expect(await verify(file)).toEqual({ code: 2, out: '', err: 'It has 100 MB, and a bundle has at most 64 MB.\n' })
    expect(await verify('/dev/zero')).toEqual({ code: 2, out: '', err: 'There is no such file.\n' })
    expect(await verify('none.json')).toMatchObject({ code: 2, err: 'There is no such file.\n' })
    expect(await verify()).toMatchObject({ code: 2, err: expect.stringContaining('Usage:') })
    expect(await verify(file, '--unknown')).toMatchObject({ code: 2, err: expect.stringContaining('Usage:') })
    for (const asked of ['--help', '-h'])
      expect(await verify(asked)).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: .*--seal/), err: '' })
  })
})

describe('the bundle', () => {
  let pool: TestPool
  afterEach(() => pool.close())

  it('is refused before the start, and then has no content of a withdrawn entry', async () => {
    const start = new Date(Date.now() + 3_600_000)
    pool = await openTestPool({ start, startAt: 'round-2-middle', rateLimitFactor: 0 })
    const ask = () => pool.call(api.tournamentBundle(pool.tournamentId), pool.people.admin)
    expect((await ask()).status).toBe(409)
    const { db } = pool.app.database
    await db
      .updateTable('tournaments')
      .set({ start: new Date(Date.now() - 1000).toISOString() })
      .execute()
    const before = bundle.parse(await (await ask()).json())
    const removed = before.entries[1]
    const entryId = readContent(removed?.content ?? '')?.entry
    const removal = { entryId, change: 'remove', reason: 'Not paid' }
    await pool.send('POST', api.adminTournamentUsers(pool.tournamentId), pool.people.power, removal)
    const response = await ask()
    const { seal, entries, withdrawn, lockedChanges } = bundle.parse(await response.clone().json())
    expect(lockedChanges).toMatchObject([
      { kind: 'entry-removed', by: 'The power', reason: 'Not paid', entry: { id: entryId, name: 'The rival' } },
    ])
    expect(seal).toEqual(before.seal)
    expect(entries).toHaveLength(1)
    expect(withdrawn).toMatchObject([{ name: 'The rival', reason: 'Not paid', leaf: removed?.leaf }])
    expect(verifyBundle(new Uint8Array(await response.arrayBuffer())).problems).toEqual([])
  })

  it('shows what was changed in the database', async () => {
    pool = await openTestPool({ startAt: 'final', rateLimitFactor: 0 })
    const { hub, database } = pool.app
    const { db } = database
    const id = pool.tournamentId
    expect((await pool.send('POST', api.tournamentEnd(id), pool.people.admin, [])).status).toBe(200)
    /** The statements change a row, and undo that. */
    async function expectFound(problem: string, change: RawBuilder<unknown>, undo: RawBuilder<unknown>): Promise<void> {
      for (const [statement, expected] of [[change, problem] as const, [undo, ''] as const]) {
        expect((await statement.execute(db)).numAffectedRows).toBe(1n)
        // Without a new version the cached bundle is served.
        await db
          .updateTable('tournaments')
          .set(({ eb }) => ({ version: eb('version', '+', 1) }))
          .execute()
        hub.clear()
        const response = await pool.call(api.tournamentBundle(id), pool.people.player)
        const found = refusalOf(new Uint8Array(await response.arrayBuffer()))
        if (expected === '') expect(found).toBe('')
        else expect(found).toContain(expected)
      }
    }
    const entry = await db.selectFrom('entries').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const setAnswer = (text: string) => sql`update entries set tiebreaker_1 = ${text} where id = ${entry.id}`
    const isChanged = `Entry ${entry.id} of The player is not what it was at the start.`
    await expectFound(isChanged, setAnswer('later'), setAnswer(entry.tiebreaker_1))
    const picks = await db
      .selectFrom('selections')
      .selectAll()
      .where('entry_id', '=', entry.id)
      .orderBy('pick_index')
      .execute()
    const others = picks.filter(
      ({ pick_index, player_id }) => pick_index % 4 === 0 && player_id !== picks[0]?.player_id,
    )
    const setPick = (playerId = 0) =>
      sql`update selections set player_id = ${playerId} where entry_id = ${entry.id} and pick_index = 0`
    await expectFound(isChanged, setPick(others[0]?.player_id), setPick(picks[0]?.player_id))
    const { leaf } = await db
      .selectFrom('sealed_entries')
      .select('leaf')
      .where('entry_id', '=', entry.id)
      .executeTakeFirstOrThrow()
    const setLeaf = (text: string) => sql`update sealed_entries set leaf = ${text} where entry_id = ${entry.id}`
    await expectFound(isChanged, setLeaf(sha256Hex('')), setLeaf(leaf))
    const { root } = await db.selectFrom('seals').select('root').executeTakeFirstOrThrow()
    const setRoot = (text: string) => sql`update seals set root = ${text}`
    await expectFound('The seal is not that of the entries in the file.', setRoot(sha256Hex('')), setRoot(root))
    const results = db.selectFrom('results').selectAll().where('place', 'is not', null).orderBy('place', 'desc')
    const result = await results.executeTakeFirstOrThrow()
    const setPlace = (place: number | null) =>
      sql`update results set place = ${place} where user_id = ${result.user_id} and entry_number = ${result.entry_number}`
    await expectFound('and the scores give', setPlace((result.place ?? 0) + 1), setPlace(result.place))
    const { body } = await db.selectFrom('leaderboards').select('body').executeTakeFirstOrThrow()
    const setScores = (text: string) => sql`update leaderboards set body = ${text}`
    // The golfers of the last entry become the best.
    const golfers = await db
      .selectFrom('selections')
      .innerJoin('entries', 'entries.id', 'selections.entry_id')
      .innerJoin('players', 'players.id', 'selections.player_id')
      .select(['espn_id', 'pick_index'])
      .where('entries.user_id', '=', result.user_id)
      .execute()
    const better = golfers
      .filter(({ pick_index }) => Math.floor(pick_index / 4) === result.entry_number - 1)
      .reduce(
        (text, { espn_id }) => text.replace(new RegExp(`("espnId":"${espn_id}".*?"relativeScore":)-?\\d+`), '$1-50'),
        body,
      )
    await expectFound('and the scores give', setScores(better), setScores(body))
  })

  it('of a tournament without a seal still shows that its places follow from the scores', async () => {
    pool = await openTestPool({ startAt: 'round-2-middle', rateLimitFactor: 0 })
    await addPerson(pool.app, 'third')
    await forgetStart(pool.app.database.db)
    await pool.app.database.db.updateTable('tournaments').set({ started_at: '2026-01-01T00:00:00.000Z' }).execute()
    const response = await pool.call(api.tournamentBundle(pool.tournamentId), pool.people.player)
    const verdict = verifyBundle(new Uint8Array(await response.arrayBuffer()))
    expect(verdict).toMatchObject({ bundle: { seal: null }, problems: [] })
  })
})
