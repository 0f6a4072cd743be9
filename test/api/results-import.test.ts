import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { importList, importRecord, resultsImport, userResults } from '#contract/results-contract.ts'
import { currentTournament, tournamentList, tournament as tournamentMessage } from '#contract/tournament-contract.ts'
import { runAdminCommand } from '../support/admin-command.ts'
import { runScript } from '../support/server-process.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const heading = 'Tournament;Start;Name;Email;Entry 1;Entry 2;Entry 3'
const earlier = [
  heading,
  'Spring Open;2019-04-11;The player of then;Player@Example.com;1;T3;--',
  'Spring Open;2019-04-11;Ada;ada@example.org;2;;',
  'Spring Open;2018-04-05;Ada;ada@example.org;4;;',
].join('\r\n')

describe.each(databaseKinds())('the operator imports results of earlier years over $name', (kind) => {
  let pool: TestPool
  let folder: string
  let removeDatabase: () => Promise<void>
  let databaseUrl: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'import-'))
    const created = kind.name === 'SQLite' ? undefined : await kind.create()
    removeDatabase = async () => created?.remove()
    const file = join(folder, 'pool.db')
    const database = created?.config ?? { kind: 'sqlite', file }
    databaseUrl = database.kind === 'sqlite' ? `sqlite:${file}` : database.url
    pool = await openTestPool({ database, startAt: 'round-3' })
  })
  afterAll(async () => {
    await pool.close()
    await removeDatabase()
    rmSync(folder, { recursive: true })
  })

  function write(name: string, text: string): string {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  const admin = (...args: string[]) => runAdminCommand(args, { DATABASE_URL: databaseUrl })
  /** Runs the import in a separate process, while the server is running. */
  const runProcess = (...args: string[]) => runScript('dist/server/admin.mjs', args, { DATABASE_URL: databaseUrl })

  async function listTournaments() {
    return tournamentList.parse(await (await pool.call(api.tournamentAll(), pool.people.rival)).json())
  }

  async function readResults(userId: number) {
    return userResults.parse(await (await pool.call(api.results(userId), pool.people.rival)).json())
  }

  // Each test continues with the tournaments of the previous one.

  it('first sees a preview that changes nothing', async () => {
    const before = await listTournaments()
    const path = write('earlier.csv', `\uFEFF${earlier}`)
    const { code, out, err } = await admin('import', path)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toEqual([
      '3 rows',
      'Tournaments: 2 new, 0 known',
      '  2018-04-05  Spring Open  1 to add, 0 already present',
      '  2019-04-11  Spring Open  2 to add, 0 already present',
      'Users: 1 new, 1 known',
      '  new  ada@example.org  Ada',
      'Would be imported: 3. Already present: 0.',
      `Nothing was changed. To import the file, run: npm run admin -- import ${path} --yes`,
      '',
    ])
    expect(await listTournaments()).toEqual(before)
  })

  it('sees every error with its line, and imports nothing', async () => {
    const before = await listTournaments()
    const path = write('wrong.csv', `${earlier}\r\nOpen;soon;Ben;ben@example.org;1;;\r\nOpen;2019-01-01;;x;1;;`)
    for (const words of [
      ['import', path],
      ['import', path, '--yes'],
    ]) {
      const { code, out, err } = await admin(...words)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err.split('\n')).toEqual([
        'line 5, Start: "soon" is not a date such as 2019-04-11 or a time such as 2019-04-11T11:00:00Z',
        'line 6, Name: must not be empty',
        'line 6, Email: "x" is not an email address',
        `${path} has 3 errors. Nothing was imported.`,
        '',
      ])
    }
    expect(await listTournaments()).toEqual(before)
    expect((await admin('import', join(folder, 'none.csv'))).err).toMatch(/cannot be read/)
    expect((await admin('import', write('large.csv', 'x'.repeat(10 * 1024 * 1024 + 1)))).err).toMatch(/too large/)
    expect((await admin('import')).err).toMatch(/^Usage:/)
  })

  it('sees them in the running server without a restart', async () => {
    const [own] = await listTournaments()
    const before = await readResults(pool.people.player.userId)
    expect((await runProcess('import', join(folder, 'earlier.csv'), '--yes')).out).toMatch(
      /\nImported: 3\. Already present: 0\.\n$/,
    )
    const [first, newest, oldest] = await listTournaments()
    expect(first).toEqual(own)
    expect([newest, oldest]).toMatchObject([
      { name: 'Spring Open', start: '2019-04-11T12:00:00.000Z', active: false },
      { name: 'Spring Open', start: '2018-04-05T12:00:00.000Z', active: false },
    ])
    const after = await readResults(pool.people.player.userId)
    expect(after.results).toMatchObject([{ tournament: { id: newest?.id }, places: [1, 3, null] }])
    expect(after.user).toEqual(before.user)
    expect(after.favoriteGolfers).toEqual(before.favoriteGolfers)
  })

  it('gets tournaments without golfers, entries and scores', async () => {
    const [own, imported] = await listTournaments()
    const id = imported?.id ?? 0
    const path = api.tournament(id, { players: true, entries: true })
    const seen = tournamentMessage.parse(await (await pool.call(path, pool.people.player)).json())
    expect(seen).toEqual({ ...imported, players: [], entries: [], seal: null })
    expect((await pool.call(api.leaderboard(id), pool.people.player)).status).toBe(404)
    expect((await pool.call(api.leaderboardPlayer(id, '1'), pool.people.player)).status).toBe(404)
    const current = await (await pool.call(api.tournamentCurrent(), pool.people.player)).json()
    expect(currentTournament.parse(current)).toEqual(own)
    // It has already ended.
    const ended = await pool.send('POST', api.tournamentEnd(id), pool.people.power, [])
    expect([ended.status, await ended.json()]).toEqual([200, []])
  })

  it('writes the standings of any tournament to standard output', async () => {
    const [, imported] = await listTournaments()
    const sendStandings = async (id = 0) => {
      const response = await pool.call(api.tournamentStandings(id), pool.people.player)
      return Buffer.from(await response.arrayBuffer())
    }
    // The command writes what the route sends: a process for one tournament is enough.
    const { out } = await runProcess('standings', String(pool.tournamentId))
    expect(Buffer.from(out).equals(await sendStandings(pool.tournamentId))).toBe(true)
    expect((await sendStandings(imported?.id)).toString()).toContain('\r\n1,The player 1\r\n2,Ada 1\r\n')
    expect(await admin('standings', '999')).toMatchObject({ code: 1, err: 'There is no tournament 999.\n' })
    expect(await admin('standings', 'x')).toMatchObject({ code: 1, out: '' })
  })

  it('is undone by its number, in the browser or by command, and never once somebody has signed in', async () => {
    const { admin: organiser, power } = pool.people
    const undo = (importId: number, person = organiser) =>
      pool.send('POST', api.adminImportUndo(), person, { importId })
    const list = async () => importList.parse(await (await pool.call(api.adminImports(), organiser)).json())
    const before = await listTournaments()
    const [first] = await list()
    expect(first).toMatchObject({ id: 1, file: 'earlier.csv', tournaments: 2, people: 1, results: 3, use: null })
    const path = write('mistake.csv', `${heading}\nWrong Open;2017-04-06;Pat;pat@example.org;1;;`)
    expect((await admin('import', path, '--yes')).out).toContain('\nThis is import 2. It can be undone until')
    expect(await listTournaments()).toHaveLength(before.length + 1)
    expect((await pool.call(api.adminImports(), power)).status).toBe(403)
    expect((await undo(2, power)).status).toBe(403)
    expect((await undo(99)).status).toBe(404)

    const response = await undo(2)
    expect([response.status, importRecord.parse(await response.json())]).toMatchObject([200, { id: 2, use: null }])
    expect((await undo(2)).status, 'a repeat').toBe(200)
    expect(await listTournaments()).toEqual(before)
    expect((await admin('import', path, '--yes')).out).toContain('\nThis is import 3.')
    expect(await admin('undo-import', '3')).toMatchObject({
      code: 0,
      out: 'Import 3 is undone: 1 tournament, 1 person and 1 result were removed.\n',
    })
    expect(await listTournaments()).toEqual(before)

    await admin('import', path, '--yes')
    const users = pool.app.database.db.updateTable('users').where('email', '=', 'pat@example.org')
    await users.set({ is_real: 1 }).execute()
    const refused = await undo(4)
    expect([refused.status, problemDetails.parse(await refused.json()).detail]).toEqual([409, 'Pat has signed in.'])
    expect((await admin('undo-import', '4')).err).toBe('Import 4 was not undone. Pat has signed in.\n')
    expect((await list())[0]).toMatchObject({ id: 4, use: 'Pat has signed in.', undoneAt: null })
    await users.set({ is_real: 0 }).execute()
    await undo(4)
    expect(await listTournaments()).toEqual(before)
    expect((await admin('undo-import', 'x')).err).toMatch(/^Usage:/)
  })

  it('asks who somebody is whose address is new, but not their name, and carries the answer', async () => {
    const { admin: organiser, rival } = pool.people
    const { name } = await pool.app.database.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', rival.userId)
      .executeTakeFirstOrThrow()
    const csv = `${heading}\nTwin Open;2016-04-07;${name};twin@example.org;1;;`
    const send = async (isConfirmed: boolean, is?: number | null) => {
      const people = is === undefined ? [] : [{ email: 'twin@example.org', is }]
      const body = { name: 'twins.csv', csv, isConfirmed, people }
      const response = await pool.send('POST', api.adminImport(), organiser, body)
      return resultsImport.parse(await response.json())
    }
    const before = await listTournaments()
    for (const isConfirmed of [false, true])
      expect(await send(isConfirmed)).toMatchObject({
        isPossible: false,
        lines: expect.arrayContaining([
          'Before the import, say who 1 person in the file is: others have the same name.',
        ]),
        questions: [
          { email: 'twin@example.org', name, line: 2, options: [{ is: rival.userId, name }], isAnswered: false },
        ],
      })
    expect(await send(false, null)).toMatchObject({ isPossible: true, questions: [{ isAnswered: true }] })
    const path = write('twins.csv', csv)
    const { code, err } = await admin('import', path, '--yes')
    expect([code, err.split('\n').slice(-5, -1)]).toEqual([
      1,
      [
        expect.stringMatching(/^Would be imported: 1/),
        `line 2: who is ${name} (twin@example.org)?`,
        expect.stringMatching(`^  --person twin@example.org=${rival.userId}  ${name} \\(.*\\), has signed in`),
        '  --person twin@example.org=new  somebody else',
      ],
    ])
    // Without --yes it was a dry run, which has found what to do.
    const dryRun = await admin('import', path)
    expect(dryRun).toMatchObject({ code: 0, err: '' })
    expect(dryRun.out).toMatch(/ {2}--person twin@example\.org=new {2}somebody else\n$/)
    expect(await listTournaments()).toEqual(before)

    expect(await send(true, rival.userId)).toMatchObject({ questions: [], isPossible: false })
    const [twin] = (await readResults(rival.userId)).results.filter(({ tournament }) => tournament.name === 'Twin Open')
    expect(twin?.places).toEqual([1])
    const [{ id } = { id: 0 }] = importList.parse(await (await pool.call(api.adminImports(), organiser)).json())
    expect((await pool.send('POST', api.adminImportUndo(), organiser, { importId: id })).status).toBe(200)
    expect((await admin('import', path, '--person', `twin@example.org=${rival.userId}`, '--yes')).code).toBe(0)
    expect(await admin('undo-import', String(id + 1))).toMatchObject({ code: 0 })
    expect(await listTournaments()).toEqual(before)
    expect((await admin('import', path, '--person', 'twin@example.org')).err).toMatch(/^Usage:/)
  })

  it('is what an admin does in the browser: a preview, errors by line, all or nothing, and repeats change nothing', async () => {
    const { admin: organiser, power } = pool.people
    const send = async (csv: string, isConfirmed: boolean, person = organiser) => {
      const response = await pool.send('POST', api.adminImport(), person, { name: 'later.csv', csv, isConfirmed })
      const said: unknown = await response.json()
      return response.status === 200 ? resultsImport.parse(said) : problemDetails.parse(said)
    }
    const before = await listTournaments()
    const csv = `${heading}\nAutumn Open;2020-10-01;Ada;ada@example.org;1;;`
    expect(await send(csv, false, power)).toMatchObject({ status: 403 })
    const planned = await send(csv, false)
    expect(planned).toMatchObject({ isPossible: true, lines: expect.arrayContaining(['1 rows']) })
    for (const isConfirmed of [false, true])
      expect(await send(`${csv}\nOpen;soon;Ben;ben@example.org;1;;`, isConfirmed)).toEqual({
        isPossible: false,
        questions: [],
        lines: [
          'line 3, Start: "soon" is not a date such as 2019-04-11 or a time such as 2019-04-11T11:00:00Z',
          'later.csv has 1 error. Nothing was imported.',
        ],
      })
    expect(await send(csv.replace('Ada', 'Ad\uFFFD'), true)).toMatchObject({
      lines: [/not UTF-8/, /1 error/].map((text) => expect.stringMatching(text)),
    })
    expect(await send('x'.repeat(1_000_001), true)).toMatchObject({ status: 400, fields: [{ field: 'csv' }] })
    expect(await listTournaments()).toEqual(before)

    expect(await send(csv, true)).toMatchObject({
      isPossible: false,
      lines: expect.arrayContaining(['Imported: 1. Already present: 0.']),
    })
    expect(await send(csv, true)).toMatchObject({ lines: expect.arrayContaining(['Imported: 0. Already present: 1.']) })
    expect(await listTournaments()).toHaveLength(before.length + 1)
    const audit = pool.app.database.db.selectFrom('audit_log').select(['user_id', 'details'])
    const imported = await audit
      .where('action', '=', 'results imported')
      .where('details', 'like', '%later.csv%')
      .execute()
    expect(imported).toMatchObject([{ user_id: organiser.userId }])
  })
})
