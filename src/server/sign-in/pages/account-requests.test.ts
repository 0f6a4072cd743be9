import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { removeMessage } from '#server/delivery/outbox/outbox-store.ts'
import { type Database, inTransaction } from '#server/platform/db/database.ts'
import { createMemoryRateLimiter } from '#server/platform/http/rate-limiter.ts'
import { addAccount } from '#server/sign-in/accounts/account-store.ts'
import { endSignIns } from '#server/sign-in/provider/provider-sessions.ts'
import { openLink } from '#test/support/account-steps.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { createFormBrowser, register } from '#test/support/form-browser.ts'
import { startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, openSignIn, signIn } from '#test/support/oidc-client.ts'
import { countLockWaits } from '#test/support/postgres-sessions.ts'
import { getLink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase, sqlite } from '#test/support/test-database.ts'
import { waitLimitMs } from '#test/support/time-limits.ts'
import { type AccountRequest, addAccountRequest, createAccountRequestChannel } from './account-requests.ts'

const password = 'long drive into rough'
const minute = 60_000
const manage = '/Identity/Account/Manage'

const sink = await startSmtpSink()
afterAll(() => sink.close())

test('what gets the response "Check your email" happens, even if the process dies right after it', async () => {
  const { database, remove } = await openTestDatabase(sqlite)
  let isDying = false
  const failing = database.db.withPlugin({
    transformQuery({ node }) {
      // Nothing gets further than the response.
      if (isDying && /"name":"accounts"/.test(JSON.stringify(node))) throw new Error('The process has died.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const clock = buildClock(new Date())
  const options = { smtpUrl: sink.url, clock }
  const first = await startIdentityServer({ ...options, database: { ...database, db: failing } })
  isDying = true
  const browser = createFormBrowser(first.url)
  const email = 'new@example.org'
  expect((await register(browser, { email, password })).text).toContain('Check your email')
  const forgotten = await browser.get('/Identity/Account/ForgotPassword')
  expect((await browser.submit(forgotten, { email })).text).toContain('Check your email')
  // A request that has not been tried goes before one that waits for a retry, and a new password needs an account.
  const attempts = () => database.db.selectFrom('outbox').select('attempts').orderBy('id').execute()
  await expect.poll(attempts).toEqual([{ attempts: 1 }, { attempts: 1 }])
  await first.close()
  expect(sink.emails).toEqual([])

  clock.advance(minute)
  const second = await startIdentityServer({ ...options, database })
  const subjects = () => sink.emails.map(({ data }) => /^Subject: (.*)\r$/m.exec(data)?.[1])
  await expect.poll(subjects).toEqual(['Confirm your email address', 'Choose a new password'])
  await second.close()
  await remove()
})

test('each form runs the same statements, and stores as much, for an address with and without an account', async () => {
  const { database, remove } = await openTestDatabase(sqlite)
  let statements: string[] = []
  const recorded = database.db.withPlugin({
    transformQuery({ node }) {
      statements.push(JSON.stringify(node, (key, value: unknown) => (key.startsWith('value') ? null : value)))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const known = 'owner@example.org'
  const options = { smtpUrl: sink.url, passwordPepper: 'pepper'.repeat(6) }
  const setUp = await startIdentityServer({ ...options, database })
  const owner = createFormBrowser(setUp.url)
  await register(owner, { email: known, password })
  const link = getLink(await sink.nextMailTo(known))
  await owner.submit(await openLink(owner, link), { password })
  await register(owner, { email: 'other@example.org', password })
  await sink.nextMailTo('other@example.org')
  await setUp.close()

  const recording = { ...database, db: recorded }
  const server = await startIdentityServer({ ...options, database: recording, isOutboxRunning: false })
  const browser = createFormBrowser(server.url)
  await signIn(browser, server.url, { email: known, password })

  const forms: Record<string, (email: string) => Promise<unknown>> = {
    async register(email) {
      await register(browser, { email, password })
    },
    async forgot(email) {
      await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), { email })
    },
    async code(email) {
      const visitor = createFormBrowser(server.url)
      const form = await openSignIn(visitor, beginSignIn(server.url))
      statements = []
      await visitor.submit(form, { email, action: 'mail' })
    },
    async change(email) {
      await browser.submit(await browser.get(manage), { email, emailPassword: password }, `${manage}/Email`)
    },
  }
  for (const [name, submit] of Object.entries(forms)) {
    const effects = []
    for (const email of ['other@example.org', 'fresh@example.org']) {
      statements = []
      await submit(email)
      const [row] = await database.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(1).execute()
      const size = row?.message.length
      expect(row, name).toMatchObject({
        channel: 'account-request',
        recipient: email,
        next_attempt_at: row?.created_at,
      })
      effects.push({ statements, size })
    }
    expect(effects[1], name).toEqual(effects[0])
  }
  await server.close()
  await remove()
})

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let db: Database['db']
  const clock = buildClock()
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    db = opened.database.db
  })
  afterAll(() => opened.remove())

  /** Stores a request and returns it as the outbox passes it to the channel. */
  async function ask(request: AccountRequest) {
    await addAccountRequest(db, request, clock.now())
    const {
      id,
      request_key: requestKey,
      recipient,
    } = await db
      .selectFrom('outbox')
      .select(['id', 'request_key', 'recipient'])
      .where('channel', '=', 'account-request')
      .executeTakeFirstOrThrow()
    return { id, requestKey, recipient, payload: request, attempts: 0 }
  }

  const channel = (used = db) =>
    createAccountRequestChannel({
      db: used,
      clock,
      limiter: createMemoryRateLimiter(clock, 1),
      config: { publicUrl: 'https://pool.example.org', signUp: { mode: 'open', domains: [] } },
      wake() {},
    })

  const listEmails = (email: string) =>
    db.selectFrom('outbox').select('channel').where('recipient', '=', email).execute()

  test('a request is done once and leaves no password behind, even if two processes handle it', async () => {
    const account = buildAccount({ emailVerified: false, passwordHash: 'the hash' })
    const applicant = { isEmailProven: true, invitation: undefined }
    const message = await ask({ kind: 'register', email: account.email, account, applicant })
    await Promise.all([channel().send(message), channel().send(message)])
    expect(await listEmails(account.email)).toEqual([{ channel: 'mail' }])
    expect(JSON.stringify(await db.selectFrom('outbox').select('message').execute())).not.toContain('the hash')
  })

  test('codes that anybody can request for an address do not keep its owner from a new password', async () => {
    const account = buildAccount()
    await addAccount(db, account, clock.now())
    const { email } = account
    const requests = channel()
    for (let index = 0; index < 6; index += 1) {
      const code = { kind: 'sign-in-code', email, uid: randomUUID(), code: '123456', device: undefined } as const
      const message = await ask(code)
      await requests.send(message)
      // As the outbox does, also for a request beyond the limit.
      await removeMessage(db, message.id)
    }
    expect(await listEmails(email)).toHaveLength(5)
    await requests.send(await ask({ kind: 'reset-password', email }))
    expect(await listEmails(email)).toHaveLength(6)
  })

  test('a new password ends the request for a new address that was confirmed with the old one', async () => {
    const account = buildAccount({ signInsValidFrom: '2026-04-01T00:00:00.000Z' })
    await addAccount(db, account, clock.now())
    const change = {
      kind: 'change-email',
      accountId: account.id,
      signInsValidFrom: '2026-04-01T00:00:00.000Z',
    } as const
    const email = `${randomUUID()}@example.org`
    await channel().send(await ask({ ...change, email, signInsValidFrom: null }))
    expect(await listEmails(email)).toEqual([])
    await channel().send(await ask({ ...change, email }))
    expect(await listEmails(email)).toEqual([{ channel: 'mail' }])
  })

  // Transactions on SQLite follow one another.
  test.skipIf(kind === sqlite)('a new password that is saved while the request is handled ends it, too', async () => {
    const account = buildAccount()
    await addAccount(db, account, clock.now())
    const { id } = account
    const change = { kind: 'change-email', accountId: id, signInsValidFrom: null } as const
    const message = await ask({ ...change, email: `${randomUUID()}@example.org` })
    let ended: Promise<void> | undefined
    const interrupted = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row['id'] === id) && !ended) {
          ended = inTransaction(db, async (trx) => {
            // On a busy machine it may take longer than the limit of the product to see that it waits.
            await sql`set local lock_timeout = 0`.execute(trx)
            await sql`set local statement_timeout = 0`.execute(trx)
            await endSignIns(trx, id, new Date())
          })
          const isWaiting = async () => (await countLockWaits(opened.config)) > 0
          await Promise.race([ended, vi.waitUntil(isWaiting, { timeout: waitLimitMs })])
        }
        return result
      },
    })
    await channel(interrupted).send(message)
    await ended
    expect(ended).toBeDefined()
    expect(await db.selectFrom('account_codes').selectAll().where('account_id', '=', id).execute()).toEqual([])
  })
})
