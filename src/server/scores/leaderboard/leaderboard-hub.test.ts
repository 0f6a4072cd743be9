import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Field, feedSource } from '#domain/field/field.ts'
import { buildField, buildFieldOf } from '#test/support/build-field.ts'
import { buildUpdate } from '#test/support/build-update.ts'
import { createLeaderboardHub, type LatestLeaderboard, type LeaderboardHub } from './leaderboard-hub.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'

const id = 7
const at = (minute: number) => new Date(Date.UTC(2026, 3, 9, 12, minute))
const text = (minute: number) => at(minute).toISOString()
const reason = 'The feed did not respond.'

/** The database that processes share: one row per tournament. `events` are those published to peers. */
function createShared() {
  const rows = new Map<number, StoredLeaderboard>()
  const events: string[] = []
  const faults = { find: false, save: false }
  const failIf = (isFaulty: boolean) => {
    if (isFaulty) throw new Error('The database is down.')
  }
  /** Runs before `find` returns; a test can make it wait. */
  const hooks = { beforeFind: async () => {} }

  function openHub(): LeaderboardHub {
    return createLeaderboardHub({
      async find(tournamentId) {
        const row = rows.get(tournamentId)
        await hooks.beforeFind()
        failIf(faults.find)
        return row && structuredClone(row)
      },
      async save(tournamentId, stored) {
        failIf(faults.save)
        if ((rows.get(tournamentId)?.message.version ?? 0) >= stored.message.version) return false
        const { message, extras, feedChecked } = structuredClone({ ...stored, snapshot: undefined })
        rows.set(tournamentId, { message, extras, feedChecked })
        return true
      },
      async saveChecked(tournamentId, feedChecked) {
        failIf(faults.save)
        const row = rows.get(tournamentId)
        if (row) rows.set(tournamentId, { ...row, feedChecked })
      },
      async publishToPeers(topic, tournamentId) {
        events.push(`${topic} ${tournamentId}`)
      },
    })
  }
  return { rows, events, faults, hooks, openHub }
}

let shared: ReturnType<typeof createShared>
let hub: LeaderboardHub

beforeEach(() => {
  shared = createShared()
  hub = shared.openHub()
})

/** What the listeners of a hub receive, as "kind version feedChecked". */
function listen(to: LeaderboardHub): string[] {
  const received: string[] = []
  to.subscribe(id, ({ message, feedChecked }, kind) => received.push(`${kind} ${message.version} ${feedChecked}`))
  return received
}

async function requireLatest(from: LeaderboardHub): Promise<LatestLeaderboard> {
  const board = await from.findLatest(id)
  if (!board) throw new Error('There is no leaderboard.')
  return board
}

const publish = (field: Field, minute: number) => hub.update(id, buildUpdate(field, at(minute)))

describe('an accepted field', () => {
  it('becomes the next version, from 1, dated by its request', async () => {
    expect(await hub.findLatest(id)).toBeUndefined()
    await publish(buildFieldOf([-1]), 1)
    await publish(buildFieldOf([-2]), 2)
    const { message, feedChecked } = await requireLatest(hub)
    expect(message).toEqual({ version: 2, timeStamp: text(2), stale: null, source: feedSource, ...buildFieldOf([-2]) })
    expect(feedChecked).toBe(text(2))
  })

  it('is saved, passed to the listeners and published to the peers, in this order', async () => {
    const received: string[] = []
    hub.subscribe(id, ({ message }, kind) => {
      received.push(
        `${kind} ${message.version}, saved ${shared.rows.get(id)?.message.version}, published ${shared.events.length}`,
      )
    })
    await publish(buildFieldOf([-1]), 1)
    expect(received).toEqual(['leaderboard 1, saved 1, published 0'])
    expect(shared.events).toEqual(['leaderboard 7'])
  })

  it('without a change creates no version', async () => {
    await publish(buildFieldOf([-1]), 1)
    const received = listen(hub)
    await publish(buildFieldOf([-1]), 2)
    expect((await requireLatest(hub)).message).toMatchObject({ version: 1, timeStamp: text(1) })
    expect(received).toEqual([])
    expect(shared.events).toEqual(['leaderboard 7'])
  })

  it('with other courses is a new version, even with the same scores', async () => {
    await publish(buildField(), 1)
    const course = { id: '9', name: 'Links', isHost: true, holes: [] }
    await hub.update(id, buildUpdate(buildField(), at(2), { courses: [course] }))
    expect(await requireLatest(hub)).toMatchObject({ message: { version: 2 }, extras: { courses: [course] } })
    await hub.update(id, buildUpdate(buildField(), at(3)))
    expect(await requireLatest(hub)).toMatchObject({ message: { version: 2 }, extras: { courses: [course] } })
  })

  it('is compressed once for sending', async () => {
    await publish(buildFieldOf([-1]), 1)
    const { message, snapshot } = await requireLatest(hub)
    const json = JSON.stringify(message)
    expect(snapshot.identity.toString()).toBe(json)
    expect(gunzipSync(snapshot.gzip).toString()).toBe(json)
  })

  it('belongs to one tournament only', async () => {
    const received = listen(hub)
    await hub.update(8, buildUpdate(buildField(), at(1)))
    expect(await hub.findLatest(id)).toBeUndefined()
    expect(received).toEqual([])
  })

  it('that could not be saved is not shown, and the next one is saved', async () => {
    await publish(buildFieldOf([-1]), 1)
    shared.faults.save = true
    const received = listen(hub)
    await expect(publish(buildFieldOf([-2]), 2)).rejects.toThrow('down')
    expect((await requireLatest(hub)).message.version).toBe(1)
    shared.faults.save = false
    await publish(buildFieldOf([-2]), 3)
    expect(received).toEqual([`leaderboard 2 ${text(3)}`])
  })

  it('and other updates are applied one after another, in the order of their arrival', async () => {
    const received = listen(hub)
    await Promise.all([
      publish(buildFieldOf([-1]), 1),
      publish(buildFieldOf([-2]), 2),
      hub.markStale(id, reason, at(3)),
      publish(buildFieldOf([-3]), 4),
    ])
    expect(received).toEqual([1, 2, 3, 4].map((minute) => `leaderboard ${minute} ${text(minute)}`))
    expect((await requireLatest(hub)).message).toMatchObject({ version: 4, stale: null })
  })
})

describe('a response without changes', () => {
  it('is a check: the same version at a later time', async () => {
    await publish(buildField(), 1)
    const before = await requireLatest(hub)
    const received = listen(hub)
    await hub.markChecked(id, at(2))
    const after = await requireLatest(hub)
    expect(after).toEqual({ ...before, feedChecked: text(2) })
    expect(after.snapshot).toBe(before.snapshot)
    expect(received).toEqual([`checked 1 ${text(2)}`])
    expect(shared.events).toEqual(['leaderboard 7', 'feed-checked 7'])
    expect(shared.rows.get(id)?.feedChecked).toBe(text(2))
  })

  it('to the request that brought the field is not published again', async () => {
    await publish(buildField(), 1)
    await hub.markChecked(id, at(1))
    expect(shared.events).toEqual(['leaderboard 7'])
  })

  it('before the first field has no effect', async () => {
    await hub.markChecked(id, at(1))
    await hub.markStale(id, reason, at(2))
    expect([await hub.findLatest(id), shared.events]).toEqual([undefined, []])
  })
})

describe('a feed that fails', () => {
  it('leaves the scores unchanged and marks them stale', async () => {
    await publish(buildFieldOf([-1]), 1)
    await hub.markStale(id, reason, at(11))
    expect((await requireLatest(hub)).message).toEqual({
      version: 2,
      timeStamp: text(1),
      stale: { since: text(11), reason },
      source: feedSource,
      ...buildFieldOf([-1]),
    })
  })

  it('repeatedly creates one version, then checks', async () => {
    await publish(buildField(), 1)
    const received = listen(hub)
    await hub.markStale(id, reason, at(11))
    await hub.markStale(id, reason, at(12))
    expect(received).toEqual([`leaderboard 2 ${text(11)}`, `checked 2 ${text(12)}`])
    expect((await requireLatest(hub)).message.stale?.since).toBe(text(11))
  })

  it('for another reason keeps the time of the first failure', async () => {
    await publish(buildField(), 1)
    await hub.markStale(id, reason, at(11))
    await hub.markStale(id, 'It sent no scores.', at(12))
    const { message } = await requireLatest(hub)
    expect([message.version, message.stale]).toEqual([3, { since: text(11), reason: 'It sent no scores.' }])
  })

  it('and recovers with the same scores is fresh, with the same time stamp', async () => {
    await publish(buildField(), 1)
    await hub.markStale(id, reason, at(11))
    await publish(buildField(), 12)
    await hub.markChecked(id, at(12))
    expect((await requireLatest(hub)).message).toMatchObject({ version: 3, timeStamp: text(1), stale: null })
  })

  it('and recovers with new scores is fresh, with a new time stamp', async () => {
    await publish(buildFieldOf([-1]), 1)
    await hub.markStale(id, reason, at(11))
    await publish(buildFieldOf([-2]), 12)
    expect((await requireLatest(hub)).message).toMatchObject({ version: 3, timeStamp: text(12), stale: null })
  })
})

describe('the cache', () => {
  beforeEach(() => publish(buildFieldOf([-1]), 1))

  it('loads a leaderboard once for concurrent requests', async () => {
    let loads = 0
    shared.hooks.beforeFind = async () => {
      loads += 1
    }
    const other = shared.openHub()
    expect(other.getCached(id)).toBeUndefined()
    const boards = await Promise.all(Array.from({ length: 20 }, () => other.findLatest(id)))
    expect([loads, new Set(boards).size]).toEqual([1, 1])
    expect(other.getCached(id)).toBe(boards[0])
  })

  it('never caches a missing leaderboard: another process can create it', async () => {
    const other = shared.openHub()
    const row = shared.rows.get(id)
    shared.rows.clear()
    expect(await other.findLatest(id)).toBeUndefined()
    if (row) shared.rows.set(id, row)
    expect((await requireLatest(other)).message.version).toBe(1)
  })

  it('never caches a failed load', async () => {
    const other = shared.openHub()
    shared.faults.find = true
    await expect(other.findLatest(id)).rejects.toThrow('down')
    shared.faults.find = false
    expect((await requireLatest(other)).message.version).toBe(1)
  })

  it('can be cleared, and continues from the database', async () => {
    hub.clear()
    expect(hub.getCached(id)).toBeUndefined()
    const received = listen(hub)
    await publish(buildFieldOf([-2]), 2)
    expect(received).toEqual([`leaderboard 2 ${text(2)}`])
  })

  it('is not overwritten by a late load of an older version', async () => {
    const other = shared.openHub()
    const { promise, resolve } = Promise.withResolvers<void>()
    shared.hooks.beforeFind = () => promise
    const late = other.findLatest(id)
    shared.hooks.beforeFind = async () => {}
    await publish(buildFieldOf([-2]), 2)
    const reloaded = other.reload(id, 'leaderboard')
    resolve()
    await Promise.all([late, reloaded])
    expect(other.getCached(id)?.message.version).toBe(2)
  })

  it('is not filled by a load that began before it was cleared', async () => {
    const other = shared.openHub()
    const { promise, resolve } = Promise.withResolvers<void>()
    shared.hooks.beforeFind = () => promise
    const late = other.findLatest(id)
    shared.hooks.beforeFind = async () => {}
    other.clear()
    await publish(buildFieldOf([-2]), 2)
    resolve()
    await late
    expect((await requireLatest(other)).message.version).toBe(2)
  })
})

describe('an update of another process', () => {
  let other: LeaderboardHub
  let received: string[]

  beforeEach(async () => {
    await publish(buildFieldOf([-1]), 1)
    other = shared.openHub()
    await other.findLatest(id)
    received = listen(other)
  })

  it('is loaded and passed to the listeners, with the same bytes and ETag', async () => {
    await publish(buildFieldOf([-2]), 2)
    await other.reload(id, 'leaderboard')
    expect(received).toEqual([`leaderboard 2 ${text(2)}`])
    const [here, there] = [await requireLatest(hub), await requireLatest(other)]
    expect(there.snapshot).toEqual(here.snapshot)
  })

  it('that is a check is passed on as one', async () => {
    await hub.markChecked(id, at(2))
    await other.reload(id, 'checked')
    expect(received).toEqual([`checked 1 ${text(2)}`])
  })

  it('that is already stored is ignored', async () => {
    const own = listen(hub)
    await hub.reload(id, 'leaderboard')
    await other.reload(id, 'leaderboard')
    await other.reload(99, 'leaderboard')
    expect([own, received]).toEqual([[], []])
  })

  it('is passed on as a new version even if only the event of a later check arrived', async () => {
    await publish(buildFieldOf([-2]), 2)
    await hub.markChecked(id, at(3))
    await other.reload(id, 'checked')
    expect(received).toEqual([`leaderboard 2 ${text(3)}`])
  })

  it('that was missed is found by a resync, even for a leaderboard that has listeners only', async () => {
    const third = shared.openHub()
    const receivedByThird = listen(third)
    await publish(buildFieldOf([-2]), 2)
    await Promise.all([other.resync(), third.resync(), hub.resync()])
    expect([received, receivedByThird]).toEqual([[`leaderboard 2 ${text(2)}`], [`leaderboard 2 ${text(2)}`]])
  })

  it('that was missed by a new leader does not break the sequence of versions', async () => {
    await publish(buildFieldOf([-2]), 2)
    await other.update(id, buildUpdate(buildFieldOf([-3]), at(3)))
    expect(shared.rows.get(id)?.message).toMatchObject({ version: 3, timeStamp: text(3) })
    expect(received).toEqual([`leaderboard 2 ${text(2)}`, `leaderboard 3 ${text(3)}`])
  })

  it('is not replaced by an older response of a former leader', async () => {
    await publish(buildFieldOf([-3]), 3)
    await other.update(id, buildUpdate(buildFieldOf([-2]), at(2)))
    expect(shared.rows.get(id)?.message).toMatchObject({ version: 2, timeStamp: text(3) })
    expect(other.getCached(id)?.snapshot.digest).toBe(hub.getCached(id)?.snapshot.digest)
  })
})

describe('the audience of a tournament', () => {
  it('is counted by tournament', () => {
    const unsubscribe = [1, 2, 3].map(() => hub.subscribe(id, () => {}))
    hub.subscribe(8, () => {})
    expect([hub.countListeners(id), hub.countListeners(8), hub.countListeners(9)]).toEqual([3, 1, 0])
    for (const stop of unsubscribe) stop()
    expect(hub.countListeners(id)).toBe(0)
  })

  it('is not affected by a repeated unsubscribe', async () => {
    const unsubscribe = hub.subscribe(id, () => {})
    unsubscribe()
    const received = listen(hub)
    unsubscribe()
    await publish(buildField(), 1)
    expect(received).toHaveLength(1)
    expect(hub.countListeners(id)).toBe(1)
  })
})
