import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { applyCorrections } from '#domain/scores/score-corrections.ts'
import { addMail } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import type { MailConfig } from '#server/platform/settings/config.ts'
import { addEntry, countEntries, listEntries } from '#server/pool/entries/entry-store.ts'
import { addPayments, listPaidUsers } from '#server/pool/payments/payment-store.ts'
import { addTournament, findTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { addPrizePayment } from '#server/results/prize-store.ts'
import { addScoreCorrection } from '#server/scores/corrections/score-correction-store.ts'
import { findLeaderboard, noDetails, saveLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { saveScoreSheet } from '#server/scores/score-sheets/score-sheet-store.ts'
import { addAccount } from '#server/sign-in/accounts/account-store.ts'
import { addConnectedSignIn } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { addEmailChange } from '#server/sign-in/accounts/email-change-store.ts'
import { createCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { addSecondFactor, replaceRecoveryCodes } from '#server/sign-in/accounts/second-factor-store.ts'
import { addInvited, addRefusals } from '#server/sign-in/invitations/invitation-mail-store.ts'
import { loadInvitationKey, toAddressDigest } from '#server/sign-in/invitations/invitation-tokens.ts'
import { saveRecord } from '#server/sign-in/provider/provider-store.ts'
import { embeddedIssuer, findDeletionTime, insertUserWithIdentity } from '#server/users/identity-store.ts'
import { listUsers, lockUser, setRole } from '#server/users/user-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildScores } from '#test/support/build-scores.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { collectPersonalData } from './personal-data.ts'
import { createUserDeletion } from './user-deletion.ts'

const now = new Date('2026-04-10T12:00:00.000Z')
const [past, future] = ['2026-04-09T11:00:00.000Z', '2026-05-09T11:00:00.000Z']
const dataFolder = mkdtempSync(join(tmpdir(), 'deletion-'))
afterAll(() => rmSync(dataFolder, { recursive: true }))

const smtp: MailConfig = { kind: 'smtp', url: 'smtp://mail.example.org', from: 'pool@example.org' }

describe.each(databaseKinds())('deleting a user on $name', (kind) => {
  async function open(mail: MailConfig = smtp) {
    const { database, remove } = await openTestDatabase(kind)
    const { db } = database
    const published: unknown[] = []
    const deletion = createUserDeletion({
      db,
      clock: { authoritativeNow: async () => now },
      config: { dataFolder, publicUrl: 'https://pool.example.org', timeZone: 'UTC', mail },
      eventBus: { publish: async (...event) => void published.push(event) },
    })
    return { db, deletion, published, remove }
  }

  /** A user with all the data that the product stores about a person. Returns the id. */
  async function addPerson(db: Db, name: string, email: string): Promise<number> {
    const account = buildAccount({ name, email })
    await addAccount(db, account, now)
    const identity = { issuer: embeddedIssuer, subject: account.id }
    const profile = { name, email, emailVerified: true, asOf: now }
    const { user } = await insertUserWithIdentity(db, identity, profile, new Date('2026-04-01T12:00:00.000Z'))
    await createCode(db, 'change-email', { accountId: account.id, email: `new-${email}` }, now)
    await addEmailChange(db, { accountId: account.id, email: `old-${email}` }, now)
    const connection = { accountId: account.id, issuer: 'https://login.example', subject: `subject of ${email}`, email }
    await addConnectedSignIn(db, connection, now)
    await addSecondFactor(db, account.id, { secret: 'sealed', lastStep: 1 }, now)
    await replaceRecoveryCodes(db, account.id, [`digest ${email}`])
    const lastUse = { at: now.toISOString(), address: '192.0.2.7', userAgent: `Browser of ${email}` }
    const payload = JSON.stringify({ uid: 'u', loginTs: now.getTime() / 1000, accountId: account.id, lastUse })
    const record = { model: 'Session', id: email, payload, account_id: account.id, uid: `uid ${email}` }
    const expires_at = '2026-05-01T12:00:00.000Z'
    await saveRecord(db, { ...record, grant_id: null, user_code: null, consumed_at: null, expires_at })
    const message = { subject: 'Hello', text: `Hello ${name}`, html: '' }
    await addMail(db, { requestKey: `reminder:1:2026-04-01:${user.id}`, recipient: email, message }, now)
    await addAuditEntry(db, { userId: null, action: 'account created', details: { userId: user.id } }, now)
    return user.id
  }

  async function addPool(db: Db, start: string, active: boolean, userIds: readonly number[]): Promise<number> {
    const { espnId, tiebreakers, players } = buildTournament()
    const name = `Pool of ${start.slice(0, 7)}`
    const id = await addTournament(db, { espnId, name, start, active, tiebreakers, players }, now)
    const stored = await listPlayers(db, id)
    const playerIds = [0, 1, 2].flatMap((entry) => [0, 1, 2, 3].map((tier) => stored[tier * 3 + entry]?.id ?? 0))
    for (const userId of userIds)
      await addEntry(db, { tournamentId: id, userId, tiebreakers: [`answer of ${userId}`, '66'], playerIds }, now)
    return id
  }

  async function dump(db: Db): Promise<string> {
    const tables = await db.introspection.getTables()
    const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
    return JSON.stringify(
      rows.map((table, index) => [tables[index]?.name, table.rows.map((row) => JSON.stringify(row)).sort()]),
    )
  }

  async function addEverybody(db: Db) {
    const ada = await addPerson(db, 'Ada Lovelace', 'ada@example.org')
    const ben = await addPerson(db, 'Ben Hogan', 'ben@example.org')
    const old = await addUser(db, { name: 'Ada at work', email: 'ada@work.example' })
    await db.updateTable('users').set({ merged_into: ada }).where('id', '=', old).execute()
    const details = { targetId: ada, sourceIds: [old], before: { entries: 1 } }
    await addAuditEntry(db, { userId: ben, action: 'users merged', details }, now)
    await addAuditEntry(db, { userId: ada, action: 'users merged', details: { targetId: ben, sourceIds: [] } }, now)
    await addAuditEntry(db, { userId: ben, action: 'reminders sent', details: { userIds: [ada, ben] } }, now)
    await addAuditEntry(db, { userId: null, action: 'role granted', details: { userId: ben } }, now)
    const started = await addPool(db, past, false, [ada, ben])
    const pending = await addPool(db, future, true, [ada, ben])
    for (const [index, user_id] of [ada, ben].entries())
      await db
        .insertInto('results')
        .values({ tournament_id: started, user_id, entry_number: 1, place: index + 1 })
        .execute()
    await enterScores(db, started, ada)
    return { ada, ben, started, pending }
  }

  /** Scores that a user has published and corrected, and the board that shows them with their name. */
  async function enterScores(db: Db, tournamentId: number, userId: number): Promise<void> {
    const correction = { espnId: '1001', reason: 'Wrong card', userId }
    const scores = { status: 'DQ' as const, rounds: [null, null, null, null], toParDifference: null }
    await addScoreCorrection(db, { ...correction, tournamentId, scores }, now)
    await saveScoreSheet(db, tournamentId, { document: buildScores({}, []), userId, version: 1 }, now)
    const field = buildFieldOf([-5, -3])
    const made = { ...correction, ...scores, by: 'Ada Lovelace', at: now.toISOString() }
    const source = { kind: 'hand' as const, since: now.toISOString(), by: 'Ada Lovelace' }
    const { golfersScores, ...event } = applyCorrections(field, [made])
    const message = { ...event, golfersScores: [...golfersScores], version: 4, timeStamp: past, stale: null, source }
    await saveLeaderboard(db, tournamentId, { message, extras: noDetails, feedChecked: past })
  }

  it('leaves no name and no address, and everything else as it was', async () => {
    const { db, deletion, published, remove } = await open()
    const { ada, ben, started, pending } = await addEverybody(db)
    const versions = async () =>
      [await findTournament(db, started), await findTournament(db, pending)].map((t) => t?.version)
    const results = () => db.selectFrom('results').selectAll().orderBy('user_id').execute()
    for (const id of [started, pending]) await addPayments(db, id, { userIds: [ada, ben], by: ben, now })
    const prize = { tournamentId: started, entryNumber: 1, prize: 'place' as const }
    const paid = { minor: 1000, currency: 'EUR', by: ben, now }
    for (const userId of [ada, ben]) await addPrizePayment(db, { ...prize, userId }, paid)
    expect(await collectPersonalData(db, ada, now)).toMatchObject({
      prizesPaid: [
        {
          tournament: 'Pool of 2026-04',
          entryNumber: 1,
          prize: 'place',
          minor: 1000,
          currency: 'EUR',
          paidAt: now.toISOString(),
        },
      ],
      payments: [{ tournament: 'Pool of 2026-04' }, { tournament: 'Pool of 2026-05' }],
      corrections: [{ tournament: 'Pool of 2026-04', espnId: '1001', reason: 'Wrong card', endedAt: null }],
      enteredScores: [{ tournament: 'Pool of 2026-04', publishedAt: now.toISOString() }],
    })
    const [versionsBefore, resultsBefore, entriesBefore] = [
      await versions(),
      await results(),
      await listEntries(db, started),
    ]
    expect(await deletion.preview(ada)).toMatchObject({
      removed: ['Pool of 2026-05'],
      kept: ['Pool of 2026-04'],
      isLastAdmin: false,
    })

    expect(await deletion.deleteUser(ada, 'owner')).toEqual({ kind: 'deleted' })

    // The last email is stored until it has been sent.
    const farewell = await db.selectFrom('outbox').selectAll().where('is_deleted_when_done', '=', 1).execute()
    expect(farewell.map(({ recipient }) => recipient)).toEqual(['ada@example.org'])
    await db.deleteFrom('outbox').where('is_deleted_when_done', '=', 1).execute()
    const text = await dump(db)
    for (const word of ['Lovelace', 'ada@', 'Ada at work', 'digest ada']) expect(text).not.toContain(word)
    expect(text).toContain('Ben Hogan')
    for (const table of [
      'accounts',
      'account_codes',
      'email_changes',
      'connected_sign_ins',
      'second_factors',
      'recovery_codes',
      'provider_records',
      'outbox',
    ] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toHaveLength(1)

    expect(await results()).toEqual(resultsBefore)
    const named = entriesBefore.map((entry) => (entry.userId === ada ? { ...entry, name: 'Former player' } : entry))
    expect(await listEntries(db, started)).toEqual(named)
    expect((await listEntries(db, pending)).map(({ userId }) => userId)).toEqual([ben])
    expect(await listPaidUsers(db, started)).toHaveLength(2)
    expect(await listPaidUsers(db, pending)).toEqual([ben])
    expect(await versions()).toEqual(versionsBefore.map((version) => (version ?? 0) + 1))
    expect((await listUsers(db)).map(({ user }) => user.id)).toEqual([ben])
    const audit = await db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'details'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(audit.map((row) => ({ ...row, details: JSON.parse(row.details) }))).toEqual([
      { user_id: ada, action: 'user deleted', details: { userId: ada } },
      { user_id: ada, action: 'entry removed', details: { tournamentId: pending, entryId: expect.any(Number) } },
    ])
    expect(published).toEqual([
      ['users', ada],
      ['tournament', 0],
      ['leaderboard', started],
    ])
    const board = (await findLeaderboard(db, started))?.message
    expect(board).toMatchObject({ version: 5, source: { by: 'Former player' } })
    expect(board?.golfersScores.map(({ correction }) => correction?.by)).toEqual(['Former player', undefined])

    // A repeat, and other uses of the id.
    expect(await deletion.deleteUser(ada, 'owner')).toEqual({ kind: 'not-found' })
    expect(await deletion.preview(ada)).toBeUndefined()
    expect(await inTransaction(db, (trx) => lockUser(trx, ada))).toBe(false)
    expect(await collectPersonalData(db, ada, now)).toBeUndefined()
    expect(await dump(db)).toBe(text)
    await remove()
  })

  it('lets the same person register again, as a new user', async () => {
    const { db, deletion, remove } = await open()
    const { ada } = await addEverybody(db)
    const { issuer, subject } = await db
      .selectFrom('user_identities')
      .selectAll()
      .where('user_id', '=', ada)
      .executeTakeFirstOrThrow()
    await deletion.deleteUser(ada, 'owner')
    expect(await findDeletionTime(db, { issuer, subject })).toEqual(now)
    expect(await findDeletionTime(db, { issuer, subject: 'other' })).toBeUndefined()
    const again = await addPerson(db, 'Ada Lovelace', 'ada@example.org')
    expect(again).not.toBe(ada)
    expect((await collectPersonalData(db, again, now))?.entries).toEqual([])
    await remove()
  })

  it('writes no mail to a folder, and removes the files of earlier ones', async () => {
    const { db, deletion, remove } = await open({ kind: 'files', from: 'pool@example.org' })
    const { ada } = await addEverybody(db)
    const folder = join(dataFolder, 'outbox')
    mkdirSync(folder, { recursive: true })
    const emails = await db.selectFrom('outbox').select(['id', 'recipient']).orderBy('id').execute()
    for (const { id } of emails) writeFileSync(join(folder, `${String(id).padStart(6, '0')}.eml`), '')
    await deletion.deleteUser(ada, 'operator')
    const others = emails.filter(({ recipient }) => recipient !== 'ada@example.org')
    expect(readdirSync(folder)).toEqual(others.map(({ id }) => `${String(id).padStart(6, '0')}.eml`))
    expect(await db.selectFrom('outbox').select(['id', 'recipient']).execute()).toEqual(others)
    rmSync(folder, { recursive: true })
    await remove()
  })

  it('never deletes the last admin unless forced, not even when two delete themselves at the same time', async () => {
    const { db, deletion, remove } = await open()
    const { ada, ben } = await addEverybody(db)
    await setRole(db, ada, 'admin', true)
    expect((await deletion.preview(ada))?.isLastAdmin).toBe(true)
    expect(await deletion.deleteUser(ada, 'owner')).toEqual({ kind: 'last-admin' })
    await setRole(db, ben, 'admin', true)
    const outcomes = await Promise.all([deletion.deleteUser(ada, 'owner'), deletion.deleteUser(ben, 'owner')])
    expect(outcomes.map(({ kind: outcome }) => outcome).sort()).toEqual(['deleted', 'last-admin'])
    // Only the operator can, whose command it takes to make another one.
    const left = outcomes[0]?.kind === 'deleted' ? ben : ada
    expect(await deletion.deleteUser(left, 'operator')).toEqual({ kind: 'last-admin' })
    expect(await deletion.deleteUser(left, 'operator', { force: true })).toEqual({ kind: 'deleted' })
    await remove()
  })

  it('keeps data stored under an address that another user also has', async () => {
    const { db, deletion, remove } = await open()
    const { ada, pending } = await addEverybody(db)
    await addUser(db, { name: 'Another Ada', email: 'ada@example.org' })
    const before = await countEntries(db, pending)
    expect((await collectPersonalData(db, ada, now))?.emails).toEqual([])
    await deletion.deleteUser(ada, 'owner')
    const emails = await db
      .selectFrom('outbox')
      .select('request_key')
      .where('recipient', '=', 'ada@example.org')
      .execute()
    expect(emails.map(({ request_key }) => request_key).sort()).toEqual([
      `deleted:${ada}`,
      `reminder:1:2026-04-01:${ada}`,
    ])
    expect(await countEntries(db, pending)).toBe(before - 1)
    await remove()
  })

  it('a person can download everything about themselves, and nothing about others', async () => {
    const { db, remove } = await open()
    const { ada, ben, pending } = await addEverybody(db)
    const key = await loadInvitationKey(db, now)
    const digests = ['ada@example.org', 'ben@example.org'].map((address) => toAddressDigest(key, address))
    await addInvited(db, { tournamentId: pending, invitationId: null, digests }, now)
    await addRefusals(db, digests, now)
    const data = await collectPersonalData(db, ada, now)
    expect(data).toMatchObject({
      profile: { id: ada, name: 'Ada Lovelace', email: 'ada@example.org', emailVerified: true },
      mergedUsers: [{ name: 'Ada at work', email: 'ada@work.example' }],
      accounts: [
        {
          email: 'ada@example.org',
          replacedEmails: [{ email: 'old-ada@example.org' }],
          secondFactor: { unusedRecoveryCodes: 1 },
          sessions: [{ lastUse: { address: '192.0.2.7', userAgent: 'Browser of ada@example.org' } }],
        },
      ],
      results: [{ name: 'Pool of 2026-04', entryNumber: 1, place: 1 }],
      emails: [{ about: 'reminder', sentAt: null }],
      invitationsByEmail: {
        emailed: [{ tournament: expect.stringMatching(/^Pool of /), askedAt: now.toISOString() }],
        refused: [{ refusedAt: now.toISOString() }],
      },
    })
    // Their own picks, also before the start.
    const own = data?.entries.find(({ tournament }) => tournament.id === pending)
    expect(own?.tiebreakers).toEqual([
      { question: 'Winning score?', answer: `answer of ${ada}` },
      { question: 'Lowest round?', answer: '66' },
    ])
    expect(own?.picks).toHaveLength(12)
    expect(own?.picks[5]).toEqual({ entryNumber: 2, tier: 'B', golfer: 'Player B2', espnId: '1005' })
    expect(data?.auditLog.map(({ action, byYou, details }) => ({ action, byYou, details }))).toEqual([
      { action: 'account created', byYou: false, details: { userId: ada } },
      {
        action: 'users merged',
        byYou: false,
        details: {
          targetId: ada,
          sourceIds: [data?.mergedUsers[0]?.id],
          before: { entries: 1 },
        },
      },
      { action: 'users merged', byYou: true, details: { sourceIds: [] } },
      { action: 'reminders sent', byYou: false, details: { userIds: [ada] } },
    ])
    const text = JSON.stringify(data)
    for (const word of ['Hogan', 'ben@', 'sealed', 'argon2', `answer of ${ben}`]) expect(text).not.toContain(word)
    await remove()
  })

  it('covers every table with data about people', async () => {
    const { db, remove } = await open()
    const tables = await db.introspection.getTables()
    const personal = tables.flatMap(({ name, columns }) =>
      columns
        .map((column) => column.name)
        .filter((column) => /^(user_id|created_by|account_id|subject|e?mail|recipient|name|merged_into)$/.test(column))
        .map((column) => `${name}.${column}`),
    )
    // A new one here needs a decision: what do the download and the deletion do with it?
    expect(personal.sort()).toEqual(knownColumns)
    await remove()
  })
})

const knownColumns = [
  'account_codes.account_id',
  'account_codes.email',
  'accounts.email',
  'accounts.name',
  'audit_log.user_id',
  'connected_sign_ins.account_id',
  'connected_sign_ins.email',
  'connected_sign_ins.subject',
  'email_changes.account_id',
  'email_changes.email',
  'entries.user_id',
  'friend_group_members.user_id',
  'friend_groups.name',
  'invitation_guests.account_id',
  'invitations.created_by',
  'migrations.name',
  'notice_settings.user_id',
  'organiser_links.created_by',
  'outbox.recipient',
  'payments.user_id',
  'players.name',
  'prize_payments.user_id',
  'provider_records.account_id',
  'push_subscriptions.user_id',
  'recovery_codes.account_id',
  'results.user_id',
  'rivals.user_id',
  'seasons.name',
  'second_factors.account_id',
  'secrets.name',
  'tournaments.name',
  'user_identities.subject',
  'user_identities.user_id',
  'users.email',
  'users.merged_into',
  'users.name',
]
