import type { Kysely } from 'kysely'
import type Provider from 'oidc-provider'
import type { Clock } from '../../db/clock.ts'
import type { Tables } from '../../db/tables.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import type { AccountMail } from '../accounts/account-mail.ts'
import type { Credentials } from '../accounts/credentials.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { SecondFactors } from '../accounts/second-factors.ts'
import type { SignUpPolicy } from '../accounts/sign-up-policy.ts'
import type { UserDeletion } from '../personal-data/user-deletion.ts'
import type { AnnounceEndedSessions } from '../provider/provider-sessions.ts'
import type { Upstreams } from '../upstream/upstream-providers.ts'
import type { UpstreamRequests } from '../upstream/upstream-requests.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { InvitationCookie } from './invitation-cookie.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PageForms } from './page-forms.ts'
import type { SignInTickets } from './sign-in-tickets.ts'

/** The services behind the sign-in pages. */
export type PageServices = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'now'>
  provider: Provider
  passwords: Passwords
  credentials: Credentials
  secondFactors: SecondFactors
  signUp: SignUpPolicy
  invitationCookie: InvitationCookie
  upstreams: Upstreams
  upstreamRequests: UpstreamRequests
  limiter: RateLimiter
  tickets: SignInTickets
  devices: KnownDevices
  forms: PageForms
  accountMail: AccountMail
  background: BackgroundTasks
  announceEndedSessions: AnnounceEndedSessions
  userDeletion: UserDeletion
  publicUrl: string
  poolName: string
  /** Of the times on pages. */
  timeZone: string
  /** With SMTP, an address must be confirmed before it can sign in or replace the old one. */
  requiresEmailConfirmation: boolean
}
