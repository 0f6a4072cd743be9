import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import { saveSettings } from '#server/messages/notifications/notification-store.ts'
import { listAuditEntries } from '#server/platform/audit-log/audit-log-store.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { addEntry, listEntries } from '#server/pool/entries/entry-store.ts'
import { listEntryRecords, setEntryWithdrawal } from '#server/pool/entries/entry-withdrawal-store.ts'
import { listLockedChanges } from '#server/pool/tournaments/locked-change-store.ts'
import { addTournament, findTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { listResults, saveResults } from '#server/results/results-store.ts'
import {
  addScoreCorrection,
  endScoreCorrection,
  listScoreCorrections,
} from '#server/scores/corrections/score-correction-store.ts'
import { findScoreSheet, saveScoreSheet } from '#server/scores/score-sheets/score-sheet-store.ts'
import { addUserWithIdentity, findUserByIdentity, updateProfile } from '#server/users/identity-store.ts'
import { findUser, listUsers, lockUser } from '#server/users/user-store.ts'
import { addUser, testIssuer } from '#test/support/add-user.ts'
import { buildScores } from '#test/support/build-scores.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { transferUserData } from './merge-store.ts'
import { blockUser, unblockUser } from './user-blocking-store.ts'
import { createUserMerger, type UserMerger } from './user-merger.ts'

const clock = buildClock()
const hour = 3_600_000

describe.each(databaseKinds())('merging users over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let published: string[]
  let merger: UserMerger
  let admin: number

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    published = []
    const eventBus = {
      publish: async (topic: string, subjectId: number) => void published.push(`${topic} ${subjectId}`),
    }
    const outbox = { wake: () => void published.push('mail') }
    const publicUrl = 'https://pool.example.org'
    merger = createUserMerger({
      db: opened.database.db,
      clock,
      eventBus,
      outbox,
      notifyOfResult: async () => 0,
      publicUrl,
      timeZone: 'America/New_York',
    })
    admin = await addUser(opened.database.db, { name: 'Admin', isAdmin: true, subjects: ['admin'] })
  })
  afterEach(() => opened.remove())

  const add = (name: string, plan: Parameters<typeof addUser>[1] = {}) =>
    addUser(opened.database.db, {
      name,
      email: `${name.toLowerCase()}@example.org`,
      subjects: [name],
      ...plan,
    })

  async function addOpen(name: string, start = '2026-04-09T11:00:00.000Z'): Promise<number> {
    const { db } = opened.database
    const tournament = {
      espnId: '401811941',
      name,
      start,
      active: false,
      tiebreakers: ['Winning score?', 'Lowest round?'] as const,
      players: buildPlayers(),
    }
    return inTransaction(db, (trx) => addTournament(trx, tournament, clock.now()))
  }

  async function enter(userId: number, tournamentId: number): Promise<number> {
    const { db } = opened.database
    const playerIds = (await listPlayers(db, tournamentId)).map(({ id }) => id)
    const entry = { tournamentId, userId, tiebreakers: ['-12', '63'] as const, playerIds }
    return inTransaction(db, (trx) => addEntry(trx, entry, clock.now()))
  }

  async function place(tournamentId: number, entryId: number): Promise<void> {
    const closing = [{ entryId, places: [1, 2, null] }]
    await inTransaction(opened.database.db, (trx) => saveResults(trx, tournamentId, closing))
  }

  const versionOf = async (id: number) => (await findTournament(opened.database.db, id))?.version

  /** Every row that a merge could touch. */
  async function readAll() {
    const { db } = opened.database
    return {
      users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
      identities: await db.selectFrom('user_identities').selectAll().orderBy('subject').execute(),
      entries: await db.selectFrom('entries').selectAll().orderBy('id').execute(),
      results: await db.selectFrom('results').selectAll().orderBy('tournament_id').execute(),
      tournaments: await db.selectFrom('tournaments').selectAll().orderBy('id').execute(),
      audit: await db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
      outbox: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    }
  }

  async function expectRefusal(ids: number[], code: string, words: string, caller = admin): Promise<void> {
    const before = await readAll()
    const refused = await merger.merge(ids, caller).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ code })
    expect(JSON.stringify(refused && (refused as { toDetails(): unknown }).toDetails())).toContain(words)
    expect(await readAll()).toEqual(before)
    expect(published).toEqual([])
  }

  it('moves everything to the target and leaves nothing with the sources', async () => {
    const { db } = opened.database
    const [spring, summer, winter] = [await addOpen('Spring'), await addOpen('Summer'), await addOpen('Winter')]
    const [target, one, two] = [await add('Target'), await add('One', { subjects: ['One', 'Uno'] }), await add('Two')]
    const own = await enter(target, winter)
    const first = await enter(one, spring)
    await place(spring, first)
    const second = await enter(two, summer)
    const scores = { status: 'DQ' as const, rounds: [], toParDifference: null }
    const correction = { tournamentId: spring, espnId: '1', scores, reason: 'Wrong card', userId: one }
    await endScoreCorrection(db, await addScoreCorrection(db, correction, clock.now()), two, clock.now())
    await saveScoreSheet(db, spring, { document: buildScores({}, []), userId: two, version: 1 }, clock.now())
    const answer = {
      target: { id: target, name: 'Target', userName: 'target@example.org' },
      sources: [
        { id: two, name: 'Two', userName: 'two@example.org' },
        { id: one, name: 'One', userName: 'one@example.org' },
      ],
    }
    expect(await merger.preview([target, two, one])).toEqual({
      ...answer,
      moves: { identities: 3, entries: 2, results: 1 },
      conflicts: [],
      privileged: [],
      secret: [],
    })
    expect(await merger.merge([target, two, one], admin)).toEqual(answer)

    for (const subject of ['Target', 'One', 'Uno', 'Two'])
      expect((await findUserByIdentity(db, { issuer: testIssuer, subject }))?.user.id).toBe(target)
    for (const [tournamentId, entryId] of [
      [winter, own],
      [spring, first],
      [summer, second],
    ] as const) {
      expect(await listEntries(db, tournamentId)).toMatchObject([
        { id: entryId, userId: target, name: 'Target', selections: { length: 12 }, version: 1 },
      ])
    }
    expect(await listResults(db, target)).toMatchObject([{ tournament: { id: spring }, places: [1, 2, null] }])
    expect(await listResults(db, one)).toEqual([])
    expect(await listScoreCorrections(db, spring)).toMatchObject([{ by: 'Target', endedBy: 'Target' }])
    expect(await findScoreSheet(db, spring)).toMatchObject({ by: 'Target' })
    expect([await findUser(db, one), await findUser(db, two)]).toMatchObject([
      { mergedInto: target },
      { mergedInto: target },
    ])
    expect((await listUsers(db)).map(({ user }) => user.id).sort()).toEqual([admin, target].sort())
    // Only tournaments that now show another name get a new version.
    expect([await versionOf(spring), await versionOf(summer), await versionOf(winter)]).toEqual([2, 2, 1])
    expect(published).toEqual(['users 0', 'tournament 0', 'mail'])
  })

  it('does not bring back what a block of a source has ended: its earlier tokens stay refused', async () => {
    const { db } = opened.database
    const [target, source] = [await add('Target'), await add('Source')]
    const blockedAt = new Date()
    await blockUser(db, source, blockedAt)
    await unblockUser(db, source)
    await merger.merge([target, source], admin)
    const owner = await findUserByIdentity(db, { issuer: testIssuer, subject: 'Source' })
    expect(owner).toMatchObject({ user: { id: target }, tokensValidFrom: blockedAt.toISOString() })
  })

  it('is in the audit log with the counts before and after, and without picks', async () => {
    const [target, source] = [await add('Target'), await add('Source')]
    await enter(source, await addOpen('Spring'))
    await merger.merge([target, source], admin)
    const [line, ...more] = await listAuditEntries(opened.database.db, { before: undefined, count: 9 })
    expect(more).toEqual([])
    expect(line).toEqual({
      id: expect.any(Number),
      at: clock.now().toISOString(),
      user: { id: admin, name: 'Admin' },
      action: 'users merged',
      details: {
        targetId: target,
        sourceIds: [source],
        before: {
          target: { identities: 1, entries: 0, results: 0 },
          sources: { identities: 1, entries: 1, results: 0 },
        },
        after: {
          target: { identities: 2, entries: 1, results: 0 },
          sources: { identities: 0, entries: 0, results: 0 },
        },
      },
    })
  })

  it('previews the tournaments that two of them have entered', async () => {
    const [target, one, two] = [await add('Target'), await add('One'), await add('Two')]
    const [spring, summer] = [await addOpen('Spring <b>Open</b>'), await addOpen('Summer')]
    for (const user of [one, two]) await enter(user, spring)
    await enter(target, summer)
    expect(await merger.preview([target, one, two])).toMatchObject({
      conflicts: [{ id: spring, name: 'Spring <b>Open</b>', entries: [{ userId: two }, { userId: one }] }],
      moves: { identities: 2, entries: 2, results: 0 },
    })
  })

  it.each([
    ['the target', 0],
    ['the first source', 1],
    ['the second source', 2],
  ])(
    'is refused while %s has an entry in a tournament that has not started, whoever the caller is',
    async (_who, index) => {
      const ids = [await add('Target'), await add('One'), await add('Two')]
      const [target, ...sources] = ids as [number, number, number]
      await enter(target, await addOpen('Winter'))
      const spring = await addOpen('Spring', new Date(clock.now().getTime() + 1).toISOString())
      await enter(ids[index] ?? 0, spring)
      await expectRefusal([target, ...sources], 'users-conflict', 'could reveal picks in Spring')
      await expectRefusal([target, ...sources], 'users-conflict', 'could reveal picks in Spring', target)
      expect((await merger.preview([target, ...sources])).secret).toEqual([{ id: spring, name: 'Spring' }])
      // At its start, all picks are visible.
      const { db } = opened.database
      await db.updateTable('tournaments').set({ start: clock.now().toISOString() }).where('id', '=', spring).execute()
      expect((await merger.preview([target, ...sources])).secret).toEqual([])
      await merger.merge([target, ...sources], admin)
    },
  )

  it('notifies the owner of each merged account, once, but not an imported user who has never signed in', async () => {
    const [target, one, two] = [await add('Target'), await add('One'), await add('Two')]
    const imported = await add('Imported', { isReal: false, subjects: [] })
    // The pool's time zone is New York's.
    const settings = { choices: defaultPreferences, quietHours: null, timeZone: 'Europe/London' }
    await saveSettings(opened.database.db, one, settings)
    for (let time = 0; time < 2; time += 1) await merger.merge([target, one, two, imported], admin)
    const emails = (await readAll()).outbox
    expect(emails.map(({ request_key, recipient }) => [request_key, recipient])).toEqual([
      [`merge:${one}`, 'one@example.org'],
      [`merge:${two}`, 'two@example.org'],
    ])
    const { subject, text } = JSON.parse(emails[0]?.message ?? '{}')
    expect(subject).toBe('Your account was merged into another')
    expect(text).toContain('On 9 April 2026, 13:00 BST, an admin of your pool merged')
    expect(text).toContain(' (one@example.org) into the account of Target (target@example.org)')
    expect(text).toMatch(/If you did not expect this, ask the organiser of your pool\.(?!\.)/)
  })

  it.each(['the target', 'the source'])(
    'keeps the record that was saved last after the start, that of %s, and everybody sees what was done',
    async (who) => {
      const { db } = opened.database
      const [target, source] = [await add('Target'), await add('Source')]
      const spring = await addOpen('Spring')
      const entries = [await enter(target, spring), await enter(source, spring)]
      const [kept = 0, other = 0] = who === 'the target' ? entries : entries.toReversed()
      // Whichever has the higher id.
      const later = new Date(clock.now().getTime() + 1000).toISOString()
      await db.updateTable('entries').set({ changed_at: later }).where('id', '=', kept).execute()
      const { conflicts } = await merger.preview([target, source])
      expect(conflicts[0]?.entries.map(({ entryId }) => entryId)).toEqual([kept, other])
      await merger.merge([target, source], admin)
      expect(await listEntries(db, spring)).toMatchObject([{ id: kept, userId: target, selections: { length: 12 } }])
      expect(await listEntryRecords(db, spring, { areWithdrawn: true })).toMatchObject([
        { entryId: other, id: source, state: 'closed', reason: 'a second entry of the same player' },
      ])
      const picks = await db.selectFrom('selections').select('player_id').where('entry_id', '=', other).execute()
      expect(picks).toHaveLength(12)
      expect(await listLockedChanges(db, spring)).toEqual([
        {
          kind: 'entry-merged',
          at: clock.now().toISOString(),
          by: 'Admin',
          reason: 'a second entry of the same player',
          entry: { id: other, name: 'Source' },
          details: null,
        },
      ])
    },
  )

  it('takes the places of the other record away where there are no scores to rank by', async () => {
    const { db } = opened.database
    const [target, source] = [await add('Target'), await add('Source')]
    const spring = await addOpen('Spring')
    const entries = [await enter(target, spring), await enter(source, spring)]
    const places = entries.map((entryId, index) => ({ entryId, places: [index + 1] }))
    await inTransaction(db, (trx) => saveResults(trx, spring, places))
    await merger.merge([target, source], admin)
    expect(await listResults(db, target)).toMatchObject([{ tournament: { id: spring }, places: [2] }])
  })

  it('never brings a withdrawn record back', async () => {
    const { db } = opened.database
    const [target, source] = [await add('Target'), await add('Source')]
    const spring = await addOpen('Spring')
    const [removed, other] = [await enter(target, spring), await enter(source, spring)]
    const later = new Date(clock.now().getTime() + 1000).toISOString()
    await db.updateTable('entries').set({ changed_at: later }).where('id', '=', removed).execute()
    const withdrawn_at = clock.now().toISOString()
    await setEntryWithdrawal(db, removed, { withdrawn_at, withdrawn_by: admin, withdrawal_reason: 'Not paid' })
    await merger.merge([target, source], admin)
    expect(await listEntries(db, spring)).toMatchObject([{ id: other, userId: target }])
    expect(await listEntryRecords(db, spring, { areWithdrawn: true })).toMatchObject([
      { entryId: removed, state: 'closed', reason: 'Not paid' },
    ])
    expect(await listLockedChanges(db, spring)).toEqual([])
  })

  it('waits for the start of a tournament that was cancelled before it, whose picks nobody ever sees', async () => {
    const { db } = opened.database
    const [target, source] = [await add('Target'), await add('Source')]
    const start = clock.now().getTime() + hour
    const spring = await addOpen('Spring', new Date(start).toISOString())
    for (const id of [target, source]) await enter(id, spring)
    await db.updateTable('tournaments').set({ cancelled_reason: 'Flooded' }).where('id', '=', spring).execute()
    await expectRefusal([target, source], 'users-conflict', 'could reveal picks in Spring')
    const began = clock.now()
    clock.set(new Date(start))
    expect((await merger.preview([target, source])).secret).toEqual([])
    await merger.merge([target, source], admin)
    clock.set(began)
    expect(await findTournament(db, spring)).toMatchObject({ startedAt: null, endedBeforeStart: true })
    expect(await listEntries(db, spring)).toMatchObject([{ userId: target, isSealed: true }])
    expect(await listLockedChanges(db, spring)).toEqual([])
  })

  it('is possible before the start once every entry is withdrawn, which nobody can take back then', async () => {
    const { db } = opened.database
    const [target, source] = [await add('Target'), await add('Source')]
    const spring = await addOpen('Spring', new Date(clock.now().getTime() + 1).toISOString())
    for (const id of [target, source]) {
      const entryId = await enter(id, spring)
      const withdrawn_at = clock.now().toISOString()
      await setEntryWithdrawal(db, entryId, { withdrawn_at, withdrawn_by: id, withdrawal_reason: null })
    }
    expect(await merger.preview([target, source])).toMatchObject({ conflicts: [], secret: [] })
    await merger.merge([target, source], admin)
    expect(await listEntryRecords(db, spring)).toMatchObject([
      { id: target, state: 'closed' },
      { id: source, state: 'closed' },
    ])
  })

  it('is refused when one has an entry and another results of the same tournament', async () => {
    const { db } = opened.database
    const [target, source] = [await add('Target'), await add('Source')]
    const spring = await addOpen('Spring')
    await enter(target, spring)
    // As after an import: places without an entry.
    const places = { tournament_id: spring, user_id: source, entry_number: 1, place: 4 }
    await db.insertInto('results').values(places).execute()
    await expectRefusal([target, source], 'users-conflict', 'Spring')
  })

  it.each([
    ['an admin', { isAdmin: true }],
    ['a power user', { isPowerUser: true }],
  ])('is refused for %s as a source', async (_who, rights) => {
    const [target, source] = [await add('Target'), await add('Source', rights)]
    await expectRefusal([target, source], 'users-conflict', 'source@example.org')
    expect(await merger.preview([target, source])).toMatchObject({ privileged: [{ id: source }] })
  })

  it('of a former target redirects its tombstones to the new target, too', async () => {
    const { db } = opened.database
    const [last, middle, first] = [await add('Last'), await add('Middle'), await add('First')]
    const spring = await addOpen('Spring')
    await enter(first, spring)
    await merger.merge([middle, first], admin)
    await merger.merge([last, middle], admin)
    for (const id of [middle, first]) expect((await findUser(db, id))?.mergedInto).toBe(last)
    for (const subject of ['Last', 'Middle', 'First'])
      expect((await findUserByIdentity(db, { issuer: testIssuer, subject }))?.user.id).toBe(last)
    expect(await listEntries(db, spring)).toMatchObject([{ userId: last }])
  })

  describe('and the name and address afterwards', () => {
    const later = new Date(Date.UTC(2026, 3, 20))
    const profile = { name: 'New', email: 'new@example.org', emailVerified: true, asOf: later }
    const find = async (subject: string) => {
      const found = await findUserByIdentity(opened.database.db, { issuer: testIssuer, subject })
      if (!found) throw new Error(`There is no user for ${subject}.`)
      return found
    }

    it('are not changed by a call of a merged account that began before the merge', async () => {
      const { db } = opened.database
      const [target, source] = [await add('Target'), await add('Source')]
      const known = await find('Source')
      await merger.merge([target, source], admin)
      expect(await updateProfile(db, known, profile)).toBe(false)
      expect((await findUser(db, source))?.user.name).toBe('Source')
      expect((await findUser(db, target))?.user.name).toBe('Target')
    })
  })

  it.runIf(kind.name === 'PostgreSQL')(
    'of an imported user leaves a tombstone that no sign-in waiting for the lock can take over',
    async () => {
      const { db } = opened.database
      const [target, imported] = [await add('Target'), await add('Imported', { isReal: false, subjects: [] })]
      const other = await db.startTransaction().execute()
      await lockUser(other, imported)
      await transferUserData(other, target, [imported])
      const profile = { name: 'New', email: 'imported@example.org', emailVerified: true, asOf: clock.now() }
      const identity = { issuer: testIssuer, subject: randomUUID() }
      const signedIn = addUserWithIdentity(db, identity, profile, clock.now())
      const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { interval: 10 }).toBe(1)
      await other.commit().execute()
      expect((await signedIn).user.id).not.toBe(imported)
      expect(await findUser(db, imported)).toMatchObject({ mergedInto: target, isReal: false })
    },
  )

  it('of an imported user leaves a tombstone that no sign-in can take over', async () => {
    const { db } = opened.database
    const imported = await add('Imported', { isReal: false, subjects: [] })
    await merger.merge([await add('Target'), imported], admin)
    const profile = { name: 'New', email: 'imported@example.org', emailVerified: true, asOf: clock.now() }
    const { user } = await addUserWithIdentity(db, { issuer: testIssuer, subject: randomUUID() }, profile, clock.now())
    expect(user.id).not.toBe(imported)
    expect((await findUser(db, imported))?.isReal).toBe(false)
  })
})
