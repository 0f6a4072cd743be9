import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PersonAnswer } from '#contract/results-contract.ts'
import { countResults } from '#domain/results/results.ts'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { addTournament, findCurrentTournament, listTournaments } from '#server/pool/tournaments/tournament-store.ts'
import { listResults } from '#server/results/results-store.ts'
import { addSeason } from '#server/results/season/season-store.ts'
import { followRival } from '#server/users/followed-rival-store.ts'
import { addUserWithIdentity, type Profile } from '#server/users/identity-store.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { listImportRecords, undoImport } from './import-undo.ts'
import { importResults } from './results-import.ts'

const clock = buildClock(new Date('2026-01-01T00:00:00.000Z'))
const heading = 'Tournament,Start,Name,Email,Entry 1,Entry 2,Entry 3,Event'
const file = (...lines: string[]) => new TextEncoder().encode([heading, ...lines].join('\n'))

const twoYears = file(
  'Spring Open,2019-04-11,Ada,ada@example.org,1,T3,--,401056527',
  'Spring Open,2019-04-11,Ben,ben@example.org,2,,,',
  'Spring Open,2018-04-05,Ada L.,ada@example.org,T1,T1,,',
)

describe.each(databaseKinds())('past results on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
  })
  afterEach(() => opened.remove())

  const options = () => ({ database: opened.database, clock })
  const run = (bytes: Uint8Array) => importResults(options(), bytes, { fileName: 'earlier.csv' })
  const errorsOf = async (bytes: Uint8Array) => {
    const before = await everything()
    const report = await run(bytes)
    expect(report.done).toBe(report.errors.length === 0)
    if (!report.done) expect(await everything()).toEqual(before)
    return report.errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)
  }

  async function everything() {
    const { db } = opened.database
    return {
      tournaments: await db.selectFrom('tournaments').selectAll().orderBy('id').execute(),
      users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
      results: await db
        .selectFrom('results')
        .selectAll()
        .orderBy('tournament_id')
        .orderBy('user_id')
        .orderBy('entry_number')
        .execute(),
      log: await db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    }
  }

  async function signIn(subject: string, changes: Partial<Profile> = {}) {
    const profile = { name: subject, email: `${subject}@example.org`, emailVerified: true, asOf: clock.now() }
    const identity = { issuer: 'https://id.example.org', subject }
    return (await addUserWithIdentity(opened.database.db, identity, { ...profile, ...changes }, clock.now())).user
  }

  /** Places and users after an import or merge. */
  async function merge(targetId: number, sourceId: number): Promise<void> {
    const { db } = opened.database
    await db.updateTable('results').set({ user_id: targetId }).where('user_id', '=', sourceId).execute()
    await db.updateTable('users').set({ merged_into: targetId }).where('id', '=', sourceId).execute()
  }

  async function pickIndexesOf(email: string) {
    const { db } = opened.database
    const users = await db.selectFrom('users').select('id').where('email', '=', email).orderBy('id').execute()
    return Promise.all(users.map(async ({ id }) => (await listResults(db, id)).map(({ places }) => [...places])))
  }

  /** A tournament that was played in this pool. */
  function addOwn(name: string, start: string, espnId = '401000001', { active } = { active: false }) {
    const tiebreakers = ['One?', 'Two?'] as const
    const tournament = { espnId, name, start, active, tiebreakers, players: buildPlayers() }
    return inTransaction(opened.database.db, (trx) => addTournament(trx, tournament, clock.now()))
  }

  test('become ended tournaments, users who are not real, and their places', async () => {
    const report = await run(twoYears)
    expect(report).toMatchObject({ done: true, errors: [], rows: 3 })
    const { tournaments, users, log } = await everything()
    expect(tournaments).toMatchObject([
      { name: 'Spring Open', start: '2018-04-05T12:00:00.000Z', active: 0, espn_id: '0000' },
      { name: 'Spring Open', start: '2019-04-11T12:00:00.000Z', active: 0, espn_id: '401056527' },
    ])
    expect(users).toMatchObject([
      // Named as in their latest tournament.
      { name: 'Ada', email: 'ada@example.org', is_real: 0, email_verified: 0 },
      { name: 'Ben', email: 'ben@example.org', is_real: 0, email_verified: 0 },
    ])
    expect(await pickIndexesOf('ada@example.org')).toEqual([
      [
        [1, 3, null],
        [1, 1],
      ],
    ])
    expect(await pickIndexesOf('ben@example.org')).toEqual([[[2]]])
    const results = await listResults(opened.database.db, users[0]?.id ?? 0)
    expect(countResults(results)).toMatchObject({ firstPlaceFinishes: 3, topFives: 2, averagePlace: '1.5' })
    expect(log).toMatchObject([{ user_id: null, action: 'results imported' }])
    expect(JSON.parse(log[0]?.details ?? '')).toEqual({
      importId: 1,
      file: 'earlier.csv',
      tournaments: 2,
      users: 2,
      knownUsers: 0,
      results: 3,
      alreadyThere: 0,
    })
  })

  test('are never the current tournament', async () => {
    await run(twoYears)
    expect(await findCurrentTournament(opened.database.db)).toBeUndefined()
    const own = await addOwn('Old Open', '2017-01-01T00:00:00.000Z')
    expect((await findCurrentTournament(opened.database.db))?.id).toBe(own)
    expect(await listTournaments(opened.database.db)).toHaveLength(3)
  })

  test('have no further effect when imported again', async () => {
    await run(twoYears)
    const after = await everything()
    const again = await run(twoYears)
    expect(again).toMatchObject({ done: true, errors: [], plan: { newUsers: [], knownUsers: [] } })
    expect(again.plan.tournaments.map(({ alreadyThere }) => alreadyThere)).toEqual([1, 2])
    expect(await everything()).toEqual(after)
    // The same time in another notation, and the name in another case.
    await run(file('SPRING OPEN,2019-04-11T14:00:00+02:00,Ada,ada@example.org,1,3,DQ,'))
    expect(await everything()).toEqual(after)
  })

  test('can be completed: missing people are added', async () => {
    await run(twoYears)
    const report = await run(file('Spring Open,2019-04-11,Cleo,cleo@example.org,4,,,401056527'))
    expect(report.plan.tournaments).toMatchObject([{ results: [{ places: [4] }], alreadyThere: 0 }])
    expect(await pickIndexesOf('cleo@example.org')).toEqual([[[4]]])
    expect((await everything()).tournaments).toHaveLength(2)
  })

  test('of two concurrent imports are stored once', async () => {
    const second = opened.config.kind === 'postgres' ? openDatabase(opened.config) : opened.database
    await Promise.all([
      run(twoYears),
      importResults({ database: second, clock }, twoYears, { fileName: 'earlier.csv' }),
    ])
    if (second !== opened.database) await second.close()
    const { tournaments, users, results } = await everything()
    expect([tournaments.length, users.length, results.length]).toEqual([2, 2, 6])
  })

  describe('belong to', () => {
    test('the user with that verified address', async () => {
      const ada = await signIn('ada')
      expect((await run(twoYears)).plan.knownUsers).toEqual([ada.id])
      expect(await pickIndexesOf('ada@example.org')).toEqual([
        [
          [1, 3, null],
          [1, 1],
        ],
      ])
    })

    test('a separate user if the address is unverified, whom an admin can merge', async () => {
      const claimant = await signIn('ada', { emailVerified: false })
      await run(twoYears)
      expect(await pickIndexesOf('ada@example.org')).toEqual([
        [],
        [
          [1, 3, null],
          [1, 1],
        ],
      ])
      const after = await everything()
      await run(twoYears)
      expect(await everything()).toEqual(after)
      const imported = after.users.find(({ is_real, email }) => is_real === 0 && email === 'ada@example.org')
      await merge(claimant.id, imported?.id ?? 0)
      const merged = await everything()
      await run(twoYears)
      expect(await everything()).toEqual(merged)
      await run(file('Autumn Open,2017-09-07,Ada,ada@example.org,9,,,'))
      expect((await pickIndexesOf('ada@example.org'))[0]).toEqual([[1, 3, null], [1, 1], [9]])
    })

    test('one separate user if several users share the address', async () => {
      await signIn('ada')
      await signIn('other', { email: 'ada@example.org' })
      await run(twoYears)
      await run(file('Autumn Open,2017-09-07,Ada,ada@example.org,9,,,'))
      expect(await pickIndexesOf('ada@example.org')).toEqual([[], [], [[1, 3, null], [1, 1], [9]]])
    })

    test('their earlier owner, even if other users now have the address', async () => {
      await signIn('ada')
      await run(twoYears)
      await signIn('other', { email: 'ada@example.org' })
      const after = await everything()
      expect(await errorsOf(twoYears)).toEqual([])
      expect(await everything()).toEqual(after)
    })

    test('the person who later signs in with that verified address', async () => {
      await run(twoYears)
      const stranger = await signIn('stranger', { email: 'ada@example.org', emailVerified: false })
      const ada = await signIn('ada', { name: 'Ada Lovelace' })
      expect(await listResults(opened.database.db, stranger.id)).toEqual([])
      expect(await listResults(opened.database.db, ada.id)).toHaveLength(2)
      const after = await everything()
      expect(after.users).toContainEqual(
        expect.objectContaining({ id: ada.id, name: 'Ada Lovelace', is_real: 1, email_verified: 1 }),
      )
      await run(twoYears)
      expect(await everything()).toEqual(after)
    })
  })

  describe('are refused as a whole', () => {
    test('if a row is invalid or the file cannot be parsed', async () => {
      const good = 'Spring Open,2019-04-11,Ada,ada@example.org,1,,,'
      expect(await errorsOf(file(good, 'Spring Open,2019-04-11,Ben,ben,2,,,'))).toEqual([
        '3 Email: "ben" is not an email address',
      ])
      expect(await errorsOf(file(good, '"Spring'))).toEqual([expect.stringMatching(/^3 null: .*never closed/)])
    })

    test('if a person appears twice in a tournament', async () => {
      const ada = await signIn('ada')
      const old = await signIn('old')
      await merge(ada.id, old.id)
      expect(
        await errorsOf(
          file(
            'Open,2019-04-11,Ada,ada@example.org,1,,,',
            'Open,2019-04-11,Ada,ADA@example.org,1,,,',
            'Open,2019-04-11,Ada,old@example.org,2,,,',
            'Open,2018-04-11,Ada,old@example.org,2,,,',
          ),
        ),
      ).toEqual([
        '3 Email: is the same person as in line 2 of the same tournament',
        '4 Email: is the same person as in line 2 of the same tournament',
      ])
    })

    test('if a tournament has two starts in a year, or two events', async () => {
      const errors = await errorsOf(
        file(
          'Open,2019-04-11,Ada,ada@example.org,1,,,4001',
          'open,2019-04-12,Ben,ben@example.org,2,,,',
          'Open,2019-04-11,Cleo,cleo@example.org,3,,,4002',
          'Other,2020-04-11,Ada,ada@example.org,1,,,4001',
        ),
      )
      expect(errors).toEqual([
        '3 Start: "open" starts on 2019-04-11T12:00:00.000Z in line 2',
        '4 Event: another line gives this tournament the event 4001',
        '5 Event: belongs to another tournament in line 2',
      ])
    })

    test('if the tournament was played in this pool', async () => {
      await addOwn('Open', '2019-04-11T11:00:00.000Z', '4001')
      await addOwn('Now Open', '2025-12-31T12:00:00.000Z', '4002', { active: true })
      const refused = /^2 Tournament: "(Now )?Open" of .* was played in this pool/
      for (const row of [
        'Open,2019-04-11T11:00:00Z,Ada,ada@example.org,1,,,',
        'OPEN,2019-04-11,Ada,ada@example.org,1,,,',
        'Another name,2019-04-12,Ada,ada@example.org,1,,,4001',
        'Now Open,2025-12-31,Ada,ada@example.org,1,,,',
      ]) {
        expect(await errorsOf(file(row)), row).toEqual([expect.stringMatching(refused)])
      }
      expect(await errorsOf(file('Open,2018-04-11,Ada,ada@example.org,1,,,'))).toEqual([])
    })

    test('if they differ from places imported earlier', async () => {
      await run(twoYears)
      expect(await errorsOf(file('Spring Open,2019-04-11,Ada,ada@example.org,1,T3,4,'))).toEqual([
        '2 null: this person already has different places: 1, 3, --',
      ])
      expect(await errorsOf(file('Spring Open,2019-04-12,Ada,ada@example.org,1,T3,--,'))).toEqual([
        '2 Tournament: it was already imported, as "Spring Open" of 2019-04-11T12:00:00.000Z',
      ])
      expect(await errorsOf(file('Spring Open,2019-04-11,Ada,ada@example.org,1,T3,--,4001'))).toEqual([
        '2 Tournament: it was already imported with the event 401056527',
      ])
      expect(await errorsOf(file('Spring Open,2018-04-05,Ada,ada@example.org,1,1,,4001'))).toEqual([
        '2 Tournament: it was already imported without an event',
      ])
    })
  })

  describe('of somebody whose address is new, but whose name others have,', () => {
    const answered = (bytes: Uint8Array, ...answers: [string, PersonAnswer][]) =>
      importResults(options(), bytes, { fileName: 'earlier.csv', answers: new Map(answers) })
    const open2020 = file('Open,2020-04-11,ADÁ  Birch,ada@old.example,1,,,', 'Open,2020-04-11,Ben,ben@example.org,2,,,')

    test('are not imported until an admin says who it is', async () => {
      const ada = await signIn('ada', { name: 'Ada Birch' })
      const before = await everything()
      const question = {
        ...{ email: 'ada@old.example', name: 'ADÁ Birch', line: 2 },
        options: [{ is: ada.id, name: 'Ada Birch', email: 'ada@example.org', about: 'has signed in' }],
      }
      for (const answers of [[], [['ada@old.example', 999]], [['ada@old.example', 'ben@example.org']]] as const) {
        const asked = await answered(open2020, ...answers.map(([email, is]): [string, PersonAnswer] => [email, is]))
        expect(asked).toMatchObject({ done: false, errors: [], questions: [{ ...question, isAnswered: false }] })
        expect(await everything()).toEqual(before)
      }
    })

    test('go to that user, and the next file with the address asks nobody', async () => {
      const ada = await signIn('ada', { name: 'Ada Birch' })
      const before = await everything()
      const report = await answered(open2020, ['ada@old.example', ada.id])
      expect(report).toMatchObject({ done: true, plan: { newUsers: [{ name: 'Ben' }], knownUsers: [ada.id] } })
      expect(await listResults(opened.database.db, ada.id)).toMatchObject([{ places: [1] }])
      const after = await everything()
      expect(await run(open2020)).toMatchObject({ done: true, questions: [], importId: null })
      expect(await everything(), 'the same file again').toEqual(after)
      await run(file('Open,2021-04-11,Ada Birch,ada@old.example,5,,,'))
      expect(await listResults(opened.database.db, ada.id)).toHaveLength(2)
      // Nobody signs in as them with that address.
      expect((await signIn('old', { name: 'Ada Birch', email: 'ada@old.example' })).id).not.toBe(ada.id)
      await undoImport(options(), 2)
      await undoImport(options(), 1)
      const { tournaments, users, results } = await everything()
      expect([tournaments, results]).toEqual([[], []])
      expect(users.map(({ id }) => id)).toEqual([before.users[0]?.id, expect.any(Number)])
    })

    test('go to somebody new, if it is nobody of them', async () => {
      const ada = await signIn('ada', { name: 'Ada Birch' })
      expect(await answered(open2020, ['ada@old.example', null])).toMatchObject({ done: true, plan: { aliases: [] } })
      expect(await listResults(opened.database.db, ada.id)).toEqual([])
      expect(await pickIndexesOf('ada@old.example')).toEqual([[[1]]])
      expect(await run(open2020), 'the address is known now').toMatchObject({ done: true, questions: [] })
    })

    test('go to one person with two addresses of the file', async () => {
      const two = file('Open,2020-04-11,Cleo,cleo@example.org,1,,,', 'Open,2021-04-11,Cleo,cleo@new.example,3,,,')
      const asked = await run(two)
      const option = { is: 'cleo@example.org', name: 'Cleo', email: 'cleo@example.org', about: 'line 2 of this file' }
      expect(asked).toMatchObject({
        done: false,
        questions: [{ email: 'cleo@new.example', line: 3, options: [option] }],
      })
      await answered(two, ['cleo@new.example', 'cleo@example.org'])
      const { users } = await everything()
      expect(users).toMatchObject([
        { email: 'cleo@example.org', merged_into: null },
        { email: 'cleo@new.example', merged_into: users[0]?.id, is_alias: 1 },
      ])
      expect(await listResults(opened.database.db, users[0]?.id ?? 0)).toHaveLength(2)
      await undoImport(options(), 1)
      expect((await everything()).users).toEqual([])
    })

    test('ask nothing about people who are in one tournament together, or have other places there', async () => {
      await run(file('Open,2020-04-11,Ada,ada@one.example,1,,,', 'Open,2020-04-11,Ada,ada@two.example,2,,,'))
      expect((await everything()).users).toHaveLength(2)
      const third = await run(file('Open,2020-04-11,Ada,ada@three.example,3,,,'))
      expect(third).toMatchObject({ done: true, questions: [] })
      // In another tournament, it may be any of the three.
      const later = await run(file('Open,2021-04-11,Ada,ada@four.example,3,,,'))
      expect(later.questions.map(({ options: offered }) => offered.map(({ about }) => about))).toEqual([
        ['from an earlier import', 'from an earlier import', 'from an earlier import'],
      ])
    })
  })

  describe('are undone as a whole', () => {
    const listed = () => listImportRecords(opened.database.db)
    const undo = (id: number) => undoImport(options(), id)
    /** Everything but the log, and without the numbers of versions. */
    const records = async () => {
      const { tournaments, users, results } = await everything()
      return { tournaments, users, results }
    }

    test('by their number, with the places of people who were there before, and once', async () => {
      const before = await signIn('ada')
      await addOwn('Own Open', '2019-01-01T00:00:00.000Z')
      const kept = await records()
      expect((await run(twoYears)).importId).toBe(1)
      expect(await listed()).toEqual([
        {
          id: 1,
          file: 'earlier.csv',
          importedAt: clock.now().toISOString(),
          ...{ tournaments: 2, people: 1, results: 3, undoneAt: null, use: null },
        },
      ])
      const undone = await undo(1)
      expect(undone).toMatchObject({ id: 1, undoneAt: clock.now().toISOString(), use: null })
      expect(await records()).toEqual(kept)
      expect(await undo(1), 'a repeat').toEqual(undone)
      const { log } = await everything()
      expect(log.map(({ action }) => action)).toEqual(['results imported', 'import undone'])
      expect(before.id).toBe(kept.users[0]?.id)
      // The same file is a new import, with the next number.
      expect((await run(twoYears)).importId).toBe(2)
      expect((await listed()).map(({ id, undoneAt }) => [id, undoneAt === null])).toEqual([
        [2, true],
        [1, false],
      ])
    })

    test('only those that have a number', async () => {
      await expect(undo(1)).rejects.toMatchObject({ code: 'not-found' })
      await run(twoYears)
      expect((await run(twoYears)).importId, 'nothing was added').toBeNull()
      expect(await listed()).toHaveLength(1)
      await undo(1)
      expect((await everything()).users).toEqual([])
    })

    test('the later one first, if it has added to the other', async () => {
      await run(twoYears)
      await run(file('Spring Open,2019-04-11,Cleo,cleo@example.org,4,,,401056527'))
      await expect(undo(1)).rejects.toMatchObject({
        code: 'import-used',
        message: 'Import 2 has added to it. Undo that one first.',
      })
      await undo(2)
      await undo(1)
      expect(await records()).toEqual({ tournaments: [], users: [], results: [] })
    })

    test('not after one of their people has signed in', async () => {
      await run(twoYears)
      const before = await records()
      expect((await signIn('ben', { name: 'Ben B.' })).id).toBe(before.users[1]?.id)
      const after = await everything()
      await expect(undo(1)).rejects.toMatchObject({ code: 'import-used', message: 'Ben B. has signed in.' })
      expect((await listed())[0]?.use).toBe('Ben B. has signed in.')
      expect(await everything()).toEqual(after)
    })

    test.each(['target', 'source'])('not after one of their people has been merged, as the %s', async (role) => {
      const own = await signIn('dan')
      await run(twoYears)
      const ben = (await everything()).users.find(({ name }) => name === 'Ben')?.id ?? 0
      await merge(...(role === 'target' ? ([ben, own.id] as const) : ([own.id, ben] as const)))
      await expect(undo(1)).rejects.toMatchObject({ message: 'Ben has been merged.' })
    })

    test('or kept, if one of their people signs in at the same time', async () => {
      const second = opened.config.kind === 'postgres' ? openDatabase(opened.config) : opened.database
      for (let round = 1; round <= testRounds(6); round += 1) {
        await run(file(`Open,2019-04-11,Ben,ben${round}@example.org,2,,,`))
        const undoing = () => undoImport({ database: second, clock }, round)
        const signingIn = () => signIn(`ben${round}`)
        const both = round % 2 === 0 ? [undoing(), signingIn()] : [signingIn(), undoing()]
        const settled = await Promise.allSettled(both)
        const users = (await everything()).users.filter(({ email }) => email === `ben${round}@example.org`)
        expect(users, 'one user, who has signed in').toMatchObject([{ is_real: 1 }])
        const places = await listResults(opened.database.db, users[0]?.id ?? 0)
        const refused = settled.filter(({ status }) => status === 'rejected')
        for (const { reason } of refused as PromiseRejectedResult[])
          expect(reason).toMatchObject({ code: 'import-used' })
        expect(places, 'the places are kept if the import was').toHaveLength(refused.length)
        await opened.database.db.deleteFrom('results').execute()
        await opened.database.db.updateTable('users').set({ import_id: null }).execute()
        await opened.database.db.deleteFrom('tournaments').execute()
      }
      if (second !== opened.database) await second.close()
    })

    test('not while a tournament is in the own list of a season, or after a correction', async () => {
      const { db } = opened.database
      await run(twoYears)
      const [, { id } = { id: 0 }] = (await everything()).tournaments
      const points = { preset: 'own' as const, table: [3, 2] }
      const season = { name: 'Tour', year: null, points, bestResults: null }
      await addSeason(db, { ...season, included: [], excluded: [id] }, clock.now())
      await expect(undo(1)).rejects.toMatchObject({ message: 'Spring Open is in the season Tour’s own list.' })
      await db.deleteFrom('season_tournaments').execute()
      await db.updateTable('tournaments').set({ true_answers: '["-12",""]' }).where('id', '=', id).execute()
      await expect(undo(1)).rejects.toMatchObject({ message: 'Spring Open has been corrected.' })
      await db.updateTable('tournaments').set({ true_answers: null }).execute()
      // To follow somebody is no use.
      const [{ id: followed } = { id: 0 }] = (await everything()).users
      await followRival(db, (await signIn('eva')).id, followed)
      await undo(1)
      expect((await everything()).tournaments).toEqual([])
    })
  })

  test('of fifty tournaments and two hundred people are imported together', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => {
      const [tournament, person] = [Math.floor(index / 200), index % 200]
      const start = `${1970 + tournament}-06-${10 + (tournament % 18)}`
      return `Open,${start},Person ${person},person${person}@example.org,${person + 1},${person + 2},--,`
    })
    expect((await run(file(...lines))).errors).toEqual([])
    const { tournaments, users, results } = await everything()
    expect([tournaments.length, users.length, results.length]).toEqual([50, 200, 30_000])
    const again = await run(file(...lines))
    expect(again.plan.tournaments.reduce((sum, { alreadyThere }) => sum + alreadyThere, 0)).toBe(10_000)
    await undoImport(options(), 1)
    expect((await everything()).results).toEqual([])
  })
})
