import { policyTable } from '#server/http/policy-table.ts'
import { openEntryDesk } from './entry-desk.ts'
import { openOrganiserDesk } from './organiser-desk.ts'
import type { Person, TestPool } from './test-pool.ts'

/** The routes of the policy table. */
export const routes = Object.entries(policyTable).map(([key, policy]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, policy }
})

export type Route = (typeof routes)[number]

/** Those that change something, without the two GET calls. */
export const writes = routes.filter(({ policy, method }) => policy.changes && method !== 'GET')

/** For each route that takes a body, one that it would obey. */
export async function openRouteBodies(pool: TestPool): Promise<Record<string, (person: Person) => unknown>> {
  const desk = await openEntryDesk(pool)
  const organiser = openOrganiserDesk(pool)
  /** The power user, who may not be merged: nothing comes of it. */
  const mergeNobody = () => [pool.people.player.userId, pool.people.power.userId]
  return {
    'POST /api/entry': (person) => desk.fill(person),
    'PUT /api/entry': async (person) => desk.fill(person, 1, { id: (await desk.storedOf(person))?.id ?? 0 }),
    'POST /api/tournament': () => organiser.fill(),
    'PUT /api/tournament': () => organiser.open(pool.tournamentId, { name: 'Spring Open' }),
    'POST /api/tournament/end/:tournamentId': () => [],
    'POST /api/tournament/verifyPlayers': () => ({
      espnId: pool.simulator.eventId,
      tiers: [[], [], [], []],
      tier: 0,
      allTouched: false,
    }),
    'POST /api/admin/reminders/:tournamentId': (person) => ({ userIds: [person.userId] }),
    'POST /api/admin/withdrawals/:tournamentId': () => ({}),
    'POST /api/admin/mergeUsers': mergeNobody,
    'POST /api/admin/mergeUsers/preview': mergeNobody,
  }
}

/** A path with its parameters filled in: those that are named here, else with ids that there are. */
export function fillPath(path: string, pool: TestPool, parameters: Record<string, string> = {}): string {
  const usual: Record<string, string> = {
    clientId: 'golf',
    espnId: pool.simulator.fieldOf()[0]?.espnId ?? '',
    tournamentId: String(pool.tournamentId),
    ...parameters,
  }
  return path.replace(/:(\w+)/g, (_, name: string) => usual[name] ?? '1')
}
