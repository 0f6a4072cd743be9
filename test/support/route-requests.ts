import { randomUUID } from 'node:crypto'
import { policyTable } from '#built/harness.mjs'
import { defaultPreferences, defaultQuietHours } from '#domain/notifications/notification-preferences.ts'
import { testAddresses } from './chat-receiver.ts'
import { createEntryClient } from './entry-client.ts'
import type { Person, TestPool } from './test-pool.ts'
import { createTournamentClient } from './tournament-client.ts'

/** The routes of the policy table. */
export const routes = Object.entries(policyTable).map(([key, policy]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, policy }
})

export type Route = (typeof routes)[number]

/** The routes that change something, without the two GET routes. */
export const writeRoutes = routes.filter(({ policy, method }) => policy.isWrite && method !== 'GET')

/** A valid body for each route that takes one. */
export async function createRouteBodies(pool: TestPool): Promise<Record<string, (person: Person) => unknown>> {
  const client = await createEntryClient(pool)
  const organiser = createTournamentClient(pool)
  /** Power users cannot be merged, so this changes nothing. */
  const mergePrivilegedUser = () => [pool.people.player.userId, pool.people.power.userId]
  const season = {
    id: 0,
    name: 'The tour',
    year: 2026,
    points: { preset: 'own', table: [10, 6, 4] },
    bestResults: null,
    included: [],
    excluded: [],
  }
  const resultCorrection = { version: 1, corrections: [], ended: [] }
  return {
    'POST /api/entry': (person) => client.fill(person),
    'PUT /api/entry': async (person) => client.fill(person, 1, { id: (await client.findStored(person))?.id ?? 0 }),
    // Nothing to take back, and no such entry.
    'POST /api/entry/withdrawal/:tournamentId': () => ({ isWithdrawn: false }),
    'POST /api/admin/tournamentUsers/:tournamentId': () => ({ entryId: 999, change: 'undo' }),
    'POST /api/tournament': () => organiser.fill(),
    'PUT /api/tournament': () => organiser.open(pool.tournamentId, { name: 'Spring Open' }),
    // A tournament is active, or there is nothing to withdraw.
    'PUT /api/announcement': () => ({ event: null }),
    // None is announced.
    'POST /api/announcement/invitations': () => ({
      requestKey: randomUUID(),
      expiresAt: null,
      maxUses: 5,
      isOnWall: true,
    }),
    'POST /api/announcement/invitations/revoke': () => ({ invitationId: 1 }),
    'POST /api/tournament/end/:tournamentId': () => [],
    'POST /api/admin/cancel/:tournamentId': () => ({ reason: 'Storm' }),
    'POST /api/admin/hat/:tournamentId': () => ({ isHidden: true }),
    'POST /api/admin/decision/:tournamentId': () => ({ decision: 'Ann wins', trueAnswers: ['-12', '278'] }),
    'POST /api/admin/importResults': () => ({ name: 'a.csv', csv: 'a', isConfirmed: false }),
    // There is no such import.
    'POST /api/admin/imports/undo': () => ({ importId: 999 }),
    'POST /api/admin/deleteTournament/:tournamentId': () => ({ name: 'Another Open' }),
    'POST /api/admin/resultCorrection/:tournamentId': () => resultCorrection,
    'POST /api/admin/resultCorrection/:tournamentId/preview': () => resultCorrection,
    'POST /api/admin/reopen/:tournamentId': () => ({ asksSource: true }),
    'POST /api/tournament/verifyPlayers': () => ({
      espnId: pool.simulator.eventId,
      tiers: [[], [], [], []],
      tier: 0,
      allTouched: false,
    }),
    'POST /api/tournament/proposeTiers': () => ({ espnId: pool.simulator.eventId, source: 'earlier' }),
    'POST /api/admin/message/:tournamentId': () => ({ to: 'entered', text: 'See you there' }),
    'POST /api/admin/payments/:tournamentId': (person) => ({ userIds: [person.userId], isPaid: true }),
    'POST /api/admin/prizes/:tournamentId': ({ userId }) => ({ userId, entryNumber: 1, prize: 'last', isPaid: false }),
    'POST /api/admin/reminders/:tournamentId': (person) => ({ userIds: [person.userId] }),
    'POST /api/admin/withdrawals/:tournamentId': () => ({}),
    'POST /api/admin/results/:tournamentId': () => ({}),
    'POST /api/admin/invitations/:tournamentId': () => ({
      requestKey: randomUUID(),
      expiresAt: null,
      maxUses: 5,
      isOnWall: true,
    }),
    // Without a mail server, nobody is invited.
    'POST /api/admin/invitations/:tournamentId/mails': () => ({ addresses: ['ann@example.org'] }),
    'POST /api/admin/invitations/:tournamentId/revoke': () => ({ invitationId: 1 }),
    'PUT /api/admin/scores/:tournamentId': () => ({ version: 0, inUse: true, document: null }),
    'POST /api/admin/scores/:tournamentId/names': () => ({ names: ['Rory McIlroy'] }),
    'POST /api/admin/corrections/:tournamentId': () => ({
      ...{ espnId: pool.simulator.listGolfers()[0]?.espnId, status: 'DQ', rounds: [null, null, null, null] },
      ...{ toPar: null, reason: 'Wrong card', basedOn: null },
    }),
    'POST /api/admin/corrections/:tournamentId/end': () => ({ id: 1 }),
    'PUT /api/rivals': () => ({ userId: pool.people.admin.userId, isRival: false }),
    'POST /api/groups': () => ({ action: 'make', name: 'Office' }),
    'POST /api/groups/link': () => ({ code: 'unknown' }),
    'POST /api/groups/people': () => ({ code: 'unknown' }),
    'POST /api/groups/people/remove': () => ({ code: 'unknown', userId: pool.people.player.userId }),
    'PUT /api/notices': () => ({
      choices: defaultPreferences,
      quietHours: defaultQuietHours,
      timeZone: 'Europe/Berlin',
    }),
    'POST /api/notices/device': ({ userId }) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${userId}`,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      name: 'Phone',
      timeZone: 'Europe/Berlin',
    }),
    'POST /api/notices/device/remove': () => ({ id: 999 }),
    'POST /api/notices/test': () => ({}),
    'POST /api/season': () => season,
    'PUT /api/season': () => ({ ...season, id: 1, version: 1 }),
    'POST /api/season/remove': () => ({ id: 1, version: 1 }),
    'POST /api/admin/webhooks': () => ({ url: testAddresses.slack, kinds: ['results'] }),
    'PUT /api/admin/webhooks': () => ({ id: 1, kinds: ['cut'] }),
    'POST /api/admin/webhooks/remove': () => ({ id: 1 }),
    'POST /api/admin/webhooks/test': () => ({ id: 1 }),
    'POST /api/admin/organiserLink': () => ({ isOpen: false }),
    // This pool does not confirm addresses.
    'POST /api/admin/unconfirmed': () => ({ accountId: 'nobody', action: 'admit' }),
    'POST /api/organiser': () => ({ code: 'unknown' }),
    'POST /api/admin/user': () => ({ userId: pool.people.power.userId, action: 'delete' }),
    'POST /api/admin/mergeUsers': mergePrivilegedUser,
    'POST /api/admin/mergeUsers/preview': mergePrivilegedUser,
  }
}

/** A path with the given parameters, or with existing ids. */
export function fillPath(path: string, pool: TestPool, parameters: Record<string, string> = {}): string {
  const defaults: Record<string, string> = {
    clientId: 'golf',
    espnId: pool.simulator.listGolfers()[0]?.espnId ?? '',
    tournamentId: String(pool.tournamentId),
    ...parameters,
  }
  return path.replace(/:(\w+)/g, (_, name: string) => defaults[name] ?? '1')
}
