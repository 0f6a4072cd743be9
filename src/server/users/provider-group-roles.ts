import type { Role, User } from '#domain/permissions.ts'
import type { ProviderGroupSettings } from '#server/platform/settings/provider-group-settings.ts'

/** A role that is given to a user. */
export type GrantableRole = Exclude<Role, 'user'>

/** The role from the groups of one sign-in, and when they were read. */
export type ProviderGroupReading = { role: GrantableRole | null; readAt: string | null }

/** A role from a group ends at this age of the reading (docs/security.md, 2.8). */
export const providerGroupReadingMs = 60 * 60_000
/** Other processes read, too. */
const clockToleranceMs = 60_000

/** Names are compared exactly. Anything but a list of texts gives no role. */
export function toProviderGroupRole(
  claims: Record<string, unknown>,
  settings: ProviderGroupSettings,
): GrantableRole | null {
  const { claim, admin, power } = settings
  const groups = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string')) return null
  if (admin !== undefined && groups.includes(admin)) return 'admin'
  return power !== undefined && groups.includes(power) ? 'power' : null
}

export function isCurrentReading(readAt: string | null, now: Date): readAt is string {
  const { after, before } = limitsOfReadings(now)
  return readAt !== null && readAt > after && readAt < before
}

/** Roles by command and from a group add up. */
export function addRole(user: User, role: GrantableRole | null): User {
  return role === null ? user : { ...user, isAdmin: user.isAdmin || role === 'admin', isPowerUser: true }
}

/** Readings count between these times. If the clock was set back, later ones would count for too long. */
export function limitsOfReadings(now: Date) {
  const at = (offsetMs: number) => new Date(now.getTime() + offsetMs).toISOString()
  return { after: at(-providerGroupReadingMs), before: at(clockToleranceMs) }
}
