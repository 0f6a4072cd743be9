import type { Invitation } from '#contract/invitation-contract.ts'
import { toMomentText } from '#web/time/start-text.ts'
import { formatCount } from '../common/format-count.ts'

export const stateTexts: Readonly<Record<Invitation['state'], string>> = {
  usable: 'Open.',
  revoked: 'Revoked.',
  expired: 'Expired.',
  'used-up': 'Used up.',
  'entries-closed': 'Entries are closed.',
}

/** "Valid until the start, 3 of 20 accounts created. Shown on the wall display." */
export function describeLimits({ expiresAt, maxUses, uses, isOnWall }: Omit<Invitation, 'guests'>): string {
  const end = expiresAt === null ? 'Valid until the start' : `Valid until ${toMomentText(expiresAt)}`
  const used = maxUses === null ? `${formatCount(uses, 'account')} created` : `${uses} of ${maxUses} accounts created`
  return `${end}, ${used}.${isOnWall ? ' Shown on the wall display.' : ''}`
}

/** "5 opened, 3 registered, 2 entered" */
export function describeCounts({ opened, guests }: Pick<Invitation, 'opened' | 'guests'>): string {
  const registered = guests.filter(({ registeredAt }) => registeredAt !== null).length
  const entered = guests.filter(({ enteredAt }) => enteredAt !== null).length
  return `${opened} opened, ${registered} registered, ${entered} entered`
}
