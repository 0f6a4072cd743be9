import { expect, test } from 'vitest'
import { toActorName, toAuditText } from './audit-text.ts'

const names = {
  tournaments: new Map([[7, 'Spring Open']]),
  people: new Map(
    [
      { id: 1, name: 'Ann', userName: 'ann@example.com' },
      { id: 2, name: 'Ann', userName: 'ann@old.example' },
      { id: 3, name: 'Former player', userName: '' },
    ].map((person) => [person.id, person]),
  ),
}

const describe = (action: string, details: Record<string, unknown> = {}) =>
  toAuditText({ id: 1, at: '2026-06-18T12:00:00.000Z', user: null, action, details }, names)

test('an action without a user is attributed to the operator, or to the server', () => {
  expect(toActorName({ user: { id: 3, name: 'Ann' }, action: 'cache cleared' })).toBe('Ann')
  expect(toActorName({ user: null, action: 'role granted' })).toBe('The operator')
  expect(toActorName({ user: null, action: 'clock changed' })).toBe('The server')
})

test.each([
  ['tournament created', { tournamentId: 7, after: { name: 'Old name' } }, 'created Spring Open'],
  ['tournament created', { tournamentId: 8, after: { name: 'Autumn Open' } }, 'created Autumn Open'],
  [
    'tournament changed',
    { tournamentId: 7, before: { start: 'a', players: [] }, after: { start: 'b', players: [] } },
    'changed the start and the golfers of Spring Open',
  ],
  ['tournament changed', { tournamentId: 7 }, 'changed Spring Open'],
  ['hat hidden', { tournamentId: 7 }, 'hid the Hat of Spring Open'],
  ['tournament ended', { tournamentId: 7, entries: 1 }, 'ended Spring Open with places for 1 player'],
  ['tournament ended', { tournamentId: 9, entries: 0 }, 'ended tournament 9 without places'],
  [
    'field judged',
    { tournamentId: 7, reason: 'early', leavers: 0 },
    'found that the field of Spring Open is provisional',
  ],
  ['field judged', { tournamentId: 7, reason: null, leavers: 0 }, 'found that the field of Spring Open is out'],
  [
    'field judged',
    { tournamentId: 7, reason: null, leavers: 2 },
    'found that the field of Spring Open is out, without 2 golfers of the lists',
  ],
  ['entry created', { tournamentId: 7, entryId: 4, version: 1 }, 'entered Spring Open'],
  ['entry changed', { tournamentId: 7, entryId: 4, version: 2 }, 'changed an entry in Spring Open'],
  ['account created', { userId: 1 }, 'created an account for Ann (ann@example.com)'],
  ['first admin created', { userId: 1 }, 'created the first admin account'],
  ['password reset by the operator', { userId: 3 }, 'reset the password of Former player'],
  ['user deleted', { userId: 3 }, 'deleted user 3'],
  ['entry removed', { tournamentId: 7, entryId: 4 }, 'left Spring Open: the entry was removed'],
  ['sign-in connected', { provider: 'google' }, 'connected a sign-in at google'],
  ['sign-in disconnected', { provider: 'google' }, 'disconnected the sign-in at google'],
  ['second factor turned on', {}, 'turned on a second factor'],
  ['second factor reset', {}, 'reset the second factor of someone'],
  ['role granted', { userId: 1, role: 'admin' }, 'made Ann (ann@example.com) an admin'],
  ['role revoked', { userId: 1, role: 'power' }, 'removed the power user role of Ann (ann@example.com)'],
  ['signing key added', { kid: 'k1' }, 'added a token signing key'],
  ['signing keys revoked', { kid: 'k2' }, 'revoked all earlier token signing keys'],
  [
    'users merged',
    { targetId: 1, sourceIds: [2, 3] },
    'merged Ann (ann@old.example) and Former player into Ann (ann@example.com)',
  ],
  ['invitation created', { tournamentId: 7, maxUses: 3 }, 'created an invitation link to Spring Open for 3 accounts'],
  ['invitation created', { tournamentId: 7, maxUses: null }, 'created an invitation link to Spring Open'],
  ['invitation revoked', { tournamentId: 7 }, 'revoked an invitation link to Spring Open'],
  ['webhook added', { service: 'discord' }, 'added a Discord chat for posts'],
  ['webhook removed', { service: 'another' }, 'removed a group chat'],
  ['clock changed', { expected: '12:00', shown: '13:00' }, 'noticed that its clock jumped from 12:00 to 13:00'],
  ['cache cleared', {}, 'cleared the server cache'],
  ['audit e-mail sent', { recipients: 2 }, 'sent the audit email to 2 admins'],
  ['invitations sent', { tournamentId: 7, count: 2, lastTime: true }, 'invited 2 addresses to Spring Open by email'],
  ['results sent', { tournamentId: 7, count: 2 }, 'sent the results of Spring Open to 2 entrants'],
  [
    'payments marked',
    { tournamentId: 7, userIds: [1, 3] },
    'marked as paid for Spring Open: Ann (ann@example.com) and Former player',
  ],
  [
    'payments cleared',
    { tournamentId: 7, userIds: [...Array.from({ length: 10 }, () => 3), 1, 2] },
    `marked as not paid for Spring Open: ${'Former player, '.repeat(10)}and 2 more`,
  ],
  ['reminders sent', { tournamentId: 7, count: 1 }, 'sent 1 reminder about Spring Open'],
  [
    'owners told of withdrawals',
    { tournamentId: 7, told: 3 },
    'notified 3 players in Spring Open about withdrawn golfers',
  ],
  [
    'owners told of withdrawals',
    { tournamentId: 7, told: null },
    'notified players in Spring Open about withdrawn golfers',
  ],
  [
    'results imported',
    { file: 'old.csv', tournaments: 2, results: 1_200 },
    'imported 1,200 results and 2 new tournaments from old.csv',
  ],
  ['import undone', { importId: 3, file: 'old.csv' }, 'undid import 3 from old.csv'],
])('%s is described in words: %j', (action, details, text) => {
  expect(describe(action, details)).toBe(text)
})

test('an unknown action is shown by its stored name', () => {
  expect(describe('ball washed', { hole: 7 })).toBe('performed: ball washed')
  expect(describe('constructor')).toBe('performed: constructor')
})

test('malformed details break nothing', () => {
  expect(describe('users merged', { targetId: null, sourceIds: 'x' })).toBe('merged users into someone')
  expect(describe('tournament ended', { tournamentId: 'x' })).toBe('ended a tournament without places')
  expect(describe('results imported', {})).toBe('imported 0 results and 0 new tournaments from a file')
})
