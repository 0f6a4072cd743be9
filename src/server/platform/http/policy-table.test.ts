import { expect, it } from 'vitest'
import { type Policy, policyTable } from './policy-table.ts'

const routes = Object.entries(policyTable)

function listRoutes(matches: (policy: Policy) => boolean): string[] {
  return routes.flatMap(([route, policy]) => (matches(policy) ? [route] : []))
}

// The permission tests are generated from the table itself, so only a second list detects a wrong line (docs/security.md, 10.1).
it.each<[Policy['role'], string[], string[]]>([
  [
    'anyone',
    [
      'GET /_configuration/:clientId',
      'GET /_configuration/:clientId/parameters',
      'GET /api/image',
      'GET /healthz',
      'GET /readyz',
      'GET /api/openapi.json',
      'GET /metrics',
      'GET /api/receiptKeys',
    ],
    [],
  ],
  [
    'user',
    [
      'GET /api/user',
      'GET /api/houseRules',
      'GET /api/tournament/current',
      'GET /api/tournament/all',
      'GET /api/tournament/:tournamentId',
      'GET /api/tournament/entry/:entryId',
      'GET /api/announcement',
      'GET /api/entry/withdrawal/:tournamentId',
      'GET /api/entry/receipt/:tournamentId',
      'GET /api/payment/:tournamentId',
      'GET /api/prizes/:tournamentId',
      'GET /api/tournament/:tournamentId/standings.csv',
      'GET /api/tournament/:tournamentId/calendar.ics',
      'GET /api/tournament/:tournamentId/bundle',
      'GET /api/tournament/:tournamentId/seal/:entryId',
      'GET /api/joinLink/:tournamentId',
      'GET /api/player/all',
      'GET /api/results/:userId',
      'GET /api/notices',
      'GET /api/season',
      'GET /api/season/:seasonKey',
      'GET /api/season/:seasonKey/standings.csv',
      'GET /api/season/:seasonKey/balances',
      'GET /api/leaderboard/:tournamentId',
      'GET /api/leaderboard/:tournamentId/history',
      'GET /api/leaderboard/:tournamentId/stream',
      'GET /api/leaderboard/:tournamentId/player/:espnId',
    ],
    [
      'POST /api/entry',
      'PUT /api/entry',
      'POST /api/entry/withdrawal/:tournamentId',
      'POST /api/organiser',
      'PUT /api/rivals',
      'POST /api/groups',
      'POST /api/groups/link',
      'PUT /api/notices',
      'POST /api/notices/device',
      'POST /api/notices/device/remove',
      'POST /api/notices/test',
    ],
  ],
  [
    'power',
    [
      'GET /api/tournament/calendar',
      'GET /api/tournament/verify/:espnId',
      'GET /api/admin/users',
      'GET /api/admin/unconfirmed',
      'GET /api/admin/feed',
      'GET /api/admin/setup',
      'GET /api/admin/tournamentUsers/:tournamentId',
      'GET /api/admin/reminders/:tournamentId',
      'GET /api/admin/results/:tournamentId',
      'GET /api/admin/withdrawals/:tournamentId',
      'GET /api/admin/webhooks',
      'GET /api/admin/invitations/:tournamentId',
      'GET /api/admin/invitations/:tournamentId/mails',
      'GET /api/admin/scores/:tournamentId',
      'GET /api/admin/corrections/:tournamentId',
      'GET /api/admin/message/:tournamentId',
      'GET /api/admin/startMove/:tournamentId',
      'GET /api/admin/payments/:tournamentId',
      'GET /api/admin/cancel/:tournamentId',
      'GET /api/announcement/invitations',
      'GET /api/season/places',
    ],
    [
      'POST /api/tournament',
      'PUT /api/tournament',
      'POST /api/tournament/end/:tournamentId',
      'POST /api/tournament/proposeTiers',
      'POST /api/tournament/verifyPlayers',
      'POST /api/admin/tournamentUsers/:tournamentId',
      'POST /api/admin/unconfirmed',
      'POST /api/admin/reminders/:tournamentId',
      'POST /api/admin/results/:tournamentId',
      'POST /api/admin/withdrawals/:tournamentId',
      'PUT /api/admin/scores/:tournamentId',
      'POST /api/admin/cancel/:tournamentId',
      'POST /api/admin/deleteTournament/:tournamentId',
      'POST /api/admin/hat/:tournamentId',
      'POST /api/admin/corrections/:tournamentId',
      'POST /api/admin/corrections/:tournamentId/end',
      'POST /api/admin/decision/:tournamentId',
      'POST /api/admin/message/:tournamentId',
      'POST /api/admin/payments/:tournamentId',
      'POST /api/admin/prizes/:tournamentId',
      'POST /api/admin/scores/:tournamentId/names',
      'POST /api/admin/webhooks',
      'PUT /api/admin/webhooks',
      'PUT /api/announcement',
      'POST /api/announcement/invitations',
      'POST /api/announcement/invitations/revoke',
      'POST /api/admin/webhooks/remove',
      'POST /api/admin/webhooks/test',
      'POST /api/admin/invitations/:tournamentId',
      'POST /api/admin/invitations/:tournamentId/mails',
      'POST /api/admin/invitations/:tournamentId/revoke',
      'POST /api/season',
      'PUT /api/season',
      'POST /api/season/remove',
    ],
  ],
  [
    'admin',
    [
      'GET /api/admin/auditLog',
      'GET /api/admin/imports',
      'GET /api/admin/organiserLink',
      'GET /api/admin/update',
      'GET /api/admin/backup',
      'GET /api/admin/reopen/:tournamentId',
    ],
    [
      'GET /api/admin/clearCache',
      'GET /api/admin/sendAuditEmail',
      'POST /api/admin/importResults',
      'POST /api/admin/imports/undo',
      'POST /api/admin/mergeUsers',
      'POST /api/admin/mergeUsers/preview',
      'POST /api/admin/organiserLink',
      'POST /api/admin/user',
      'POST /api/groups/people',
      'POST /api/groups/people/remove',
      'POST /api/admin/reopen/:tournamentId',
      'POST /api/admin/resultCorrection/:tournamentId',
      'POST /api/admin/resultCorrection/:tournamentId/preview',
    ],
  ],
])('routes for %s, reads and writes', (role, reads, writes) => {
  expect(listRoutes((policy) => policy.role === role && !policy.isWrite).sort()).toEqual(reads.sort())
  expect(listRoutes((policy) => policy.role === role && policy.isWrite).sort()).toEqual(writes.sort())
})

it('limits of single routes (docs/security.md, 5)', () => {
  const limits = Object.fromEntries(routes.flatMap(([route, { limit }]) => (limit ? [[route, limit]] : [])))
  const verify = { name: 'verify', points: 30, seconds: 60 }
  const userAction = { name: 'user-action', points: 60, seconds: 3600 }
  expect(limits).toEqual({
    'GET /api/tournament/verify/:espnId': verify,
    'POST /api/tournament/verifyPlayers': verify,
    'POST /api/tournament/proposeTiers': verify,
    'POST /api/admin/scores/:tournamentId/names': verify,
    'GET /api/tournament/:tournamentId/seal/:entryId': verify,
    'GET /api/tournament/:tournamentId/bundle': { name: 'standings', points: 10, seconds: 300 },
    'GET /api/tournament/:tournamentId/standings.csv': { name: 'standings', points: 10, seconds: 300 },
    'GET /api/season/:seasonKey/standings.csv': { name: 'standings', points: 10, seconds: 300 },
    'POST /api/admin/user': userAction,
    'POST /api/admin/unconfirmed': userAction,
    'POST /api/admin/organiserLink': userAction,
    'POST /api/groups/people/remove': userAction,
    'POST /api/organiser': verify,
    'POST /api/admin/mergeUsers': { name: 'merge', points: 10, seconds: 3600 },
    'POST /api/notices/test': { name: 'test-notification', points: 6, seconds: 60 },
    'GET /api/admin/clearCache': { name: 'clear', points: 6, seconds: 60 },
  })
})

it('a further condition is a text or absent', () => {
  expect(policyTable['GET /healthz']).toStrictEqual({ role: 'anyone', isWrite: false })
  expect(policyTable['GET /api/admin/auditLog']).toStrictEqual({
    role: 'admin',
    isWrite: false,
    rule: expect.stringContaining('picks'),
  })
  for (const [route, { rule }] of routes) expect(rule, route).not.toBe('')
})
