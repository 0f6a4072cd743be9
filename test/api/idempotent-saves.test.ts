import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { findTournament } from '#server/tournaments/tournament-store.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { type ResponseDroppingProxy, startResponseDroppingProxy } from '../support/response-dropping-proxy.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

/** Browsers repeat a request whose connection was lost, and so do users who saw an error. */
describe.each(databaseKinds())('a save whose response is lost, over $name,', (kind) => {
  let pool: TestPool
  let client: EntryClient
  let proxy: ResponseDroppingProxy
  let person: Person

  beforeAll(async () => {
    const start = new Date(Date.now() + 3_600_000)
    pool = await openTestPool({ kind, start, startAt: 'scheduled', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
    proxy = await startResponseDroppingProxy(pool.url)
  })
  afterAll(async () => {
    await proxy.close()
    await pool.close()
  })
  beforeEach(async () => {
    person = await addPerson(pool.app, randomUUID())
  })

  function send(method: string, body: unknown): Promise<Response> {
    return fetch(proxy.url + api.entry(), {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${person.token}`,
        connection: 'close',
        ...pool.xsrf,
      },
      body: JSON.stringify(body),
    })
  }

  /** Returns the body of the lost response. */
  async function sendAndLoseResponse(method: string, body: unknown): Promise<string> {
    const lost = proxy.dropNext()
    await expect(send(method, body)).rejects.toThrow('fetch failed')
    const [head = '', text = ''] = (await lost).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    return text
  }

  async function effects() {
    const { db } = pool.app.database
    const log = await db.selectFrom('audit_log').select('id').where('user_id', '=', person.userId).execute()
    const tournament = await findTournament(db, pool.tournamentId)
    return { stored: await client.findStored(person), saves: log.length, version: tournament?.version }
  }

  it('gets the same response when it is repeated, and has one effect: a first entry', async () => {
    const { version = 0 } = await effects()
    const body = client.fill(person)
    const lost = await sendAndLoseResponse('POST', body)
    const after = await effects()
    const again = await send('POST', body)
    expect([again.status, await again.text()]).toEqual([200, lost])
    expect(after).toMatchObject({ saves: 1, version: version + 1, stored: JSON.parse(lost) })
    expect(await effects()).toEqual(after)
  })

  it.each([1, undefined])('so does a change based on version %s', async (version) => {
    await client.create(person, client.fill(person))
    const { stored, version: before = 0 } = await effects()
    const body = client.fill(person, 1, { id: stored?.id ?? 0, ...(version && { version }) })
    const lost = await sendAndLoseResponse('PUT', body)
    const after = await effects()
    const again = await send('PUT', body)
    expect([again.status, await again.text()]).toEqual([200, lost])
    expect(after).toMatchObject({ saves: 2, version: before + 1, stored: JSON.parse(lost) })
    expect(await effects()).toEqual(after)
  })

  it('does not undo a later save from elsewhere when it is repeated', async () => {
    await client.create(person, client.fill(person))
    const { id = 0 } = (await client.findStored(person)) ?? {}
    const body = client.fill(person, 1, { id, version: 1 })
    await sendAndLoseResponse('PUT', body)
    await client.change(person, client.fill(person, 2, { id, version: 2 }))
    const after = await effects()
    const again = await send('PUT', body)
    expect(problemDetails.parse(await again.json()).type).toBe('urn:player-pool:problem:entry-changed')
    expect(await effects()).toEqual(after)
  })

  it('is saved once, even if its response is lost repeatedly', async () => {
    const body = client.fill(person)
    const lost = new Set<string>()
    for (let times = 0; times < 20; times += 1) lost.add(await sendAndLoseResponse('POST', body))
    expect(lost.size).toBe(1)
    expect(await effects()).toMatchObject({ saves: 1, stored: { version: 1 } })
  })
})
