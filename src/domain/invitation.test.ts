import { expect, it } from 'vitest'
import { type InvitationTerms, toInvitationState } from './invitation.ts'

const start = '2026-04-09T11:00:00.000Z'
const before = new Date('2026-04-08T11:00:00.000Z')
const terms: InvitationTerms = {
  expiresAt: null,
  maxUses: null,
  uses: 7,
  revokedAt: null,
  isForWatchers: false,
  tournament: { start, active: true },
}

it.each<[string, Partial<InvitationTerms>, Date, string]>([
  ['without limits, it lasts until the start', {}, before, 'usable'],
  ['not at the start', {}, new Date(start), 'entries-closed'],
  ['not once the tournament has ended', { tournament: { start, active: false } }, before, 'entries-closed'],
  [
    'for watchers also after it',
    { isForWatchers: true, tournament: { start, active: false } },
    new Date(start),
    'usable',
  ],
  ['until it expires', { expiresAt: '2026-04-08T11:00:00.001Z' }, before, 'usable'],
  ['not at its expiry', { expiresAt: '2026-04-08T11:00:00.000Z' }, before, 'expired'],
  ['until its last use', { maxUses: 8 }, before, 'usable'],
  ['not when every use is taken', { maxUses: 7 }, before, 'used-up'],
  ['a revoked one never', { revokedAt: '2026-04-01T00:00:00.000Z', maxUses: 7 }, before, 'revoked'],
  [
    'an expiry after the start changes nothing',
    { expiresAt: '2026-04-30T00:00:00.000Z' },
    new Date(start),
    'entries-closed',
  ],
])('%s', (_, changes, now, state) => {
  expect(toInvitationState({ ...terms, ...changes }, now)).toBe(state)
})
