import { describe, expect, it } from 'vitest'
import { addRivals } from '#built/harness.mjs'
import { api, routePaths } from '#contract/paths.ts'
import type { Random } from '#simulator/seeded-random.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { createRouteBodies, fillPath, type Route, routes } from '../support/route-requests.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { type DatabaseKind, databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { hasMoreRounds, testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'
import { createTournamentClient } from '../support/tournament-client.ts'
import { startWithdrawingFeed, type WithdrawingFeed } from '../support/withdrawing-feed.ts'

/**
 * Two pools that differ only in the picks and answers of a rival. Until the start, nothing that anyone else sees
 * may differ: every route of the policy table, for every role, with valid and malformed requests, and every mail.
 */

const rounds = testRounds(1)
const hour = 3_600_000
const now = new Date('2026-06-18T10:00:00Z')
const start = new Date(now.getTime() + 24 * hour)
const viewers = ['nobody', 'player', 'newcomer', 'power', 'admin'] as const
type Viewer = (typeof viewers)[number]
type Twins = {
  pools: [TestPool, TestPool]
  feed: WithdrawingFeed
  clock: TestClock
  /** A golfer who has left the field, picked by the rival in the first pool and by nobody in the second. */
  withdrawn: string
  client: EntryClient
  samples: Awaited<ReturnType<typeof createRouteBodies>>
}
type Ask = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

/** Users without entries, who can be merged. */
const bystanders = 4
const requestsPerRoute = 2

async function openTwins(kind: DatabaseKind, seed: string): Promise<Twins> {
  const clock = buildClock(now)
  const feed = await startWithdrawingFeed()
  async function open(picks: string): Promise<TestPool> {
    const pool = await openTestPool({
      kind,
      clock,
      start,
      startAt: 'scheduled',
      feedUrl: feed.url,
      picks,
      rateLimitFactor: 0,
      // Nothing listens there, so the emails stay in the outbox.
      mail: { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@example.org' },
    })
    await addRivals(pool.app, bystanders)
    // The others have the same entries. With a fifth entrant, organisers would see how many picked a withdrawn golfer.
    const client = await createEntryClient(pool)
    const { player, power, admin } = pool.people
    const { id = 0 } = (await client.findStored(player)) ?? {}
    await client.change(player, client.fill(player, 1, { id }))
    for (const organiser of [power, admin]) await client.create(organiser, client.fill(organiser))
    return pool
  }
  const pools: Twins['pools'] = [await open(`${seed} one`), await open(`${seed} two`)]
  const client = await createEntryClient(pools[0])
  const picks = (await client.findStored(pools[0].people.rival))?.selections ?? []
  const otherPicks = (await (await createEntryClient(pools[1])).stored()).flatMap(({ selections }) => selections)
  const picked = new Set(otherPicks.map(({ playerId }) => playerId))
  const onlyInFirst = picks.find(({ playerId }) => !picked.has(playerId))?.playerId
  const withdrawn = client.players.find(({ id }) => id === onlyInFirst)?.espnId
  if (withdrawn === undefined) throw new Error('Both rivals picked the same golfers.')
  feed.withdraw(withdrawn, 'removed')
  await Promise.all(pools.map((pool) => pool.app.feed.pollNow()))
  return { pools, feed, clock, withdrawn, client, samples: await createRouteBodies(pools[0]) }
}

async function closeTwins({ pools, feed }: Twins): Promise<void> {
  await Promise.all(pools.map((pool) => pool.close()))
  await feed.close()
}

/** A receipt has a salt that only its server can derive, a seal that depends on it, and its server’s key and signature. */
function withoutSalts(text: string): string {
  return text
    .replaceAll(/(?<=Seal of this entry: )(?:[a-z]+ ){4}[\da-f]{8}/g, 'SEAL')
    .replaceAll(/((?:salt|digest)(?:[\\":]|&quot;)+)[\w-]+/g, '$1SALT')
    .replaceAll(
      /((?:text|key|signature|x)(?:[\\":]|&quot;)+)(?:[\da-f]{64}|[\w-]{43}|[\w-]{86})(?=[\\"&])/g,
      '$1SIGNED',
    )
}

/** The response for a viewer, without the parts that differ between any two servers. */
async function answer(pool: TestPool, viewer: Viewer, { method, path, body, headers }: Ask) {
  const response = await pool.call(path, viewer === 'nobody' ? null : pool.people[viewer], {
    method,
    headers: { ...pool.xsrf, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? await readStart(response) : await response.text()
  const common = withoutSalts(text)
    .replaceAll(String(pool.app.config.listen.port), 'PORT')
    .replace(/"timeStamp":"[^"]+"/, '"timeStamp":"now"')
    .replace(/"pushKey":"[^"]+"/, '"pushKey":"KEY"')
    .replace(/(?<="code":")[\w-]{22}(?=")/g, 'CODE')
    .replace(/(?<=\/Identity\/Join\/)[\w-]+/g, 'TOKEN')
  // The ETag and length of a body with the server's own address or key differ.
  const ignored = ['date', 'connection', 'keep-alive', 'set-cookie', 'feed-checked', 'x-request-id']
  if (common !== text) ignored.push('etag', 'content-length')
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ignored.includes(name)),
    body: common,
    etag: response.headers.get('etag'),
  }
}

/**
 * The first event of a stream that does not end. One packet may have more of them, depending on when the feed is
 * polled.
 */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value).split('\n\n', 1).join()
}

async function expectSame({ pools }: Twins, viewer: Viewer, ask: Ask): Promise<string | null> {
  const [one, two] = [await answer(pools[0], viewer, ask), await answer(pools[1], viewer, ask)]
  const { etag, ...first } = one
  const { etag: _etag, ...second } = two
  expect(second, `${viewer}: ${JSON.stringify(ask)}`).toEqual(first)
  return etag
}

/** Several requests to a route: the valid one first, then others with random ids and bodies. */
async function listRequests({ key, method, path }: Route, twins: Twins, viewer: Viewer, random: Random) {
  const [pool] = twins.pools
  // A fifth entrant: see `openTwins`.
  if (viewer === 'newcomer' && method !== 'GET') return []
  const person = pool.people[viewer === 'nobody' ? 'player' : viewer]
  const asks: Ask[] = []
  for (let index = 0; index < requestsPerRoute; index += 1) {
    const ids = index === 0 ? {} : drawIds(twins, random)
    const body = index === 0 ? await twins.samples[key]?.(person) : await drawBody(key, twins, person, random)
    const query = random.pick(['', '?includePlayers=true&includeEntries=true', '?includeEntries=true', '?before=3'])
    const headers = { 'accept-encoding': random.pick(['br', 'gzip', 'identity']) }
    asks.push({ method, path: fillPath(path, pool, ids) + query, headers, ...(body !== undefined && { body }) })
  }
  return asks
}

function drawIds({ pools: [pool], client }: Twins, random: Random): Record<string, string> {
  return {
    tournamentId: String(random.pick([pool.tournamentId, pool.tournamentId, pool.tournamentId + 1])),
    entryId: String(random.between(1, 5)),
    userId: String(random.between(1, 6 + bystanders)),
    espnId: random.pick([pool.simulator.eventId, random.pick(client.players).espnId]),
  }
}

/** Requests, the same for both pools, that an attacker after a rival's picks might send. */
async function drawBody(key: string, twins: Twins, person: Person, random: Random): Promise<unknown> {
  const { client, withdrawn } = twins
  const [pool] = twins.pools
  const organiser = createTournamentClient(pool)
  const userIds = Array.from({ length: random.between(2, 3) }, () => random.between(1, 5 + bystanders))
  switch (key) {
    case 'POST /api/entry':
    case 'PUT /api/entry': {
      const owner = random.pick([person, person, pool.people.rival])
      const id = random.between(0, 5)
      return client.fill(owner, random.between(0, 9), {
        id,
        ...(random.next() < 0.5 && { version: random.between(0, 3) }),
      })
    }
    case 'PUT /api/tournament': {
      const stored = await organiser.open(pool.tournamentId)
      const golfer = random.pick(stored.players.filter((player) => random.next() < 0.5 || player.espnId === withdrawn))
      const players = random.pick([
        stored.players.filter((player) => player !== golfer),
        stored.players.map((player) => (player === golfer ? { ...player, tier: 0 as const } : player)),
        stored.players,
      ])
      return { ...stored, players, name: random.pick([stored.name, 'Another Open']) }
    }
    case 'POST /api/tournament/end/:tournamentId':
      return [{ entryId: random.between(1, 4), places: [1, 2, 3] }]
    case 'POST /api/tournament/verifyPlayers': {
      const names = client.players.map(({ name }) => name)
      const tiers = [0, 1, 2, 3].map(() => [random.pick(names), random.pick(names)])
      return { espnId: pool.simulator.eventId, tiers, tier: random.between(0, 3), allTouched: random.next() < 0.5 }
    }
    case 'POST /api/entry/withdrawal/:tournamentId':
      return { isWithdrawn: random.next() < 0.5 }
    case 'POST /api/admin/tournamentUsers/:tournamentId': {
      const change = random.pick(['remove', 'undo', 'undo', 'allow'])
      return { entryId: random.between(1, 5), change, ...(change === 'remove' && { reason: 'Not paid' }) }
    }
    case 'POST /api/admin/user':
      return { userId: userIds[0], action: random.pick(['block', 'unblock', 'resetPassword']) }
    case 'POST /api/admin/reminders/:tournamentId':
      return { userIds }
    case 'POST /api/admin/reopen/:tournamentId':
      return { asksSource: random.next() < 0.5 }
    case 'POST /api/admin/withdrawals/:tournamentId':
    case 'POST /api/admin/results/:tournamentId':
      return {}
    case 'POST /api/admin/mergeUsers':
    case 'POST /api/admin/mergeUsers/preview':
      // The newcomer could be the admin's second account.
      return random.pick([userIds, [pool.people.newcomer.userId, pool.people.rival.userId]])
    default:
      return undefined
  }
}

/** The refusal must not say whether the golfer was picked. */
async function removeWithdrawn({ pools: [pool], withdrawn }: Twins): Promise<Ask> {
  const stored = await createTournamentClient(pool).open(pool.tournamentId)
  const players = stored.players.filter(({ espnId }) => espnId !== withdrawn)
  return { method: 'PUT', path: '/api/tournament', body: { ...stored, players } }
}

function listPicks({ app }: TestPool) {
  return app.database.db
    .selectFrom('selections')
    .select(['entry_id', 'pick_index', 'player_id'])
    .orderBy('entry_id')
    .orderBy('pick_index')
    .execute()
}

/** All emails but those to the rival. Digests differ with the picks, which is their purpose. */
async function listEmails({ app, people }: TestPool) {
  const rows = await app.database.db
    .selectFrom('outbox')
    .select(['request_key', 'recipient', 'message'])
    .orderBy('id')
    .execute()
  const { email } = await app.database.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', people.rival.userId)
    .executeTakeFirstOrThrow()
  return rows
    .filter(({ recipient }) => recipient !== email)
    .map(({ message, request_key, ...row }) => ({
      ...row,
      // A test notification has a random key.
      request_key: request_key.replace(/[0-9a-f-]{36}$/, 'UUID'),
      message: withoutSalts(message ?? '')
        .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST')
        .replaceAll(String(app.config.listen.port), 'PORT')
        // Tokens of invitations depend on a random key.
        .replaceAll(/(?<=\/Identity\/(?:Join|NoInvitations)\/)[\w-]+/g, 'TOKEN'),
    }))
}

const ends = 'POST /api/tournament/end/:tournamentId'
/** Would take away what all other requests are about. */
const deletes = `POST ${routePaths.adminDelete}`

// The tests of the stores show their results on both databases.
const kinds = hasMoreRounds ? databaseKinds() : databaseKinds().slice(0, 1)

describe.each(kinds)('over $name', (kind) => {
  it('before the start nothing that anyone sees depends on the picks of others', {
    timeout: limitsMs.api + rounds * 60_000,
  }, async () => {
    const random = testRandom()
    for (let round = 0; round < rounds; round += 1) {
      const twins = await openTwins(kind, String(random.next()))
      const [one, two] = twins.pools
      const asks = []
      for (const route of routes.filter(({ key }) => key !== ends && key !== deletes)) {
        for (const viewer of viewers) {
          for (const ask of await listRequests(route, twins, viewer, random)) asks.push({ viewer, ask })
        }
      }
      for (const { viewer, ask } of random.shuffle(asks)) {
        const etag = await expectSame(twins, viewer, ask)
        if (etag) await expectSame(twins, viewer, { ...ask, headers: { ...ask.headers, 'if-none-match': etag } })
      }
      expect(await listEmails(two)).toEqual(await listEmails(one))
      await expectSame(twins, 'power', await removeWithdrawn(twins))
      await expectSame(twins, 'admin', { method: 'GET', path: api.adminAuditLog(null) })

      // Nobody learns more about a tournament that has been ended before its start.
      for (const viewer of viewers)
        await expectSame(twins, viewer, { method: 'POST', path: fillPath(ends.slice(5), one), body: [] })
      for (const route of routes.filter(({ method }) => method === 'GET')) {
        for (const viewer of viewers) {
          for (const ask of await listRequests(route, twins, viewer, random)) await expectSame(twins, viewer, ask)
        }
      }

      // Its picks stay hidden when its start passes, from the mails too.
      twins.clock.set(new Date(start.getTime() + hour))
      for (const pool of twins.pools) await pool.app.poolEvents.check()
      const late = []
      for (const route of routes.filter(({ key }) => key !== deletes)) {
        for (const viewer of viewers) {
          for (const ask of await listRequests(route, twins, viewer, random)) late.push({ viewer, ask })
        }
      }
      for (const { viewer, ask } of random.shuffle(late)) await expectSame(twins, viewer, ask)
      for (const pool of twins.pools) await pool.app.poolEvents.check()
      expect(await listEmails(two)).toEqual(await listEmails(one))

      // They do differ. Some requests may have withdrawn the rival's entry or blocked a viewer, so the databases are asked.
      expect(await listPicks(one)).not.toEqual(await listPicks(two))
      await closeTwins(twins)
    }
  })
})
