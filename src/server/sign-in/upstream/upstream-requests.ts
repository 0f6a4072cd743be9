import { randomBytes } from 'node:crypto'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { createOneTimeRecords } from '#server/sign-in/provider/provider-store.ts'
import type { Checks, UpstreamIdentity } from './upstream-providers.ts'

/** The next step after the sign-in at the upstream provider. */
export type UpstreamPurpose =
  /** Completes the sign-in that the app started. */
  | { kind: 'sign-in'; uid: string }
  /** Connects the person to the account that is signed in. */
  | { kind: 'connect'; accountId: string; sessionUid: string }
  /** Proves that the reader of a mailed link is the person who created the account. */
  | { kind: 'confirm'; accountId: string; email: string }

/** A sign-in that was started at an upstream provider. */
export type UpstreamRequest = { key: string; purpose: UpstreamPurpose; startedAt: string; checks: Checks }

/** The state is stored as a digest only. */
type StoredRequest = Omit<UpstreamRequest, 'checks'> & { secrets: Omit<Checks, 'state'> }

/** A user who has signed in upstream but not yet confirmed the connection to their account. */
export type UpstreamOffer = { key: string; accountId: string; sessionUid: string; identity: UpstreamIdentity }

const limits = { lifetimeMs: 10 * 60_000, max: 5000 }

/** Requests and offers work once, within ten minutes (docs/security.md, 21.1). */
export function createUpstreamRequests(db: Db, clock: Pick<Clock, 'now'>) {
  const requests = createOneTimeRecords<StoredRequest>(db, clock, { model: 'UpstreamRequest', ...limits })
  const offers = createOneTimeRecords<UpstreamOffer>(db, clock, { model: 'UpstreamOffer', ...limits })
  return {
    async begin(key: string, purpose: UpstreamPurpose, state: string): Promise<Checks> {
      const secrets = { nonce: createToken(), codeVerifier: createToken() }
      const accountId = 'accountId' in purpose ? purpose.accountId : null
      await requests.save(sha256(state), { key, purpose, startedAt: clock.now().toISOString(), secrets }, accountId)
      return { state, ...secrets }
    },
    async redeem(state: string): Promise<UpstreamRequest | undefined> {
      const found = await requests.redeem(sha256(state))
      if (!found) return undefined
      const { secrets, ...request } = found
      return { ...request, checks: { state, ...secrets } }
    },
    async offer(offer: UpstreamOffer): Promise<string> {
      const code = createToken()
      await offers.save(sha256(code), offer, offer.accountId)
      return code
    },
    findOffer: (code: string) => offers.find(sha256(code)),
    redeemOffer: (code: string) => offers.redeem(sha256(code)),
  }
}

/** 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}
