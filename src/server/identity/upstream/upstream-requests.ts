import { randomBytes } from 'node:crypto'
import type { Clock } from '#server/db/clock.ts'
import type { Db } from '#server/db/database.ts'
import { sha256 } from '#server/sha256.ts'
import { findRecord, redeemRecord, removeOldestRecords, saveRecord } from '../provider/provider-store.ts'
import type { Checks, UpstreamIdentity } from './upstream-providers.ts'

/** What happens after the sign-in at the upstream provider. */
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

const lifetimeMs = 10 * 60_000
/** Anyone can start a request, so this limits how much they can store. */
const maxPending = 5000

/** Requests and offers work once, within ten minutes (docs/security.md, 21.1). */
export function createUpstreamRequests(db: Db, clock: Pick<Clock, 'now'>) {
  async function save(model: string, secret: string, content: object, accountId: string | null): Promise<void> {
    await saveRecord(db, {
      model,
      id: sha256(secret),
      payload: JSON.stringify(content),
      // Removed together with the sessions of the account.
      account_id: accountId,
      expires_at: new Date(clock.now().getTime() + lifetimeMs).toISOString(),
    })
    await removeOldestRecords(db, model, maxPending)
  }

  async function redeem<T>(model: string, secret: string): Promise<T | undefined> {
    const payload = await redeemRecord(db, model, sha256(secret), clock.now())
    // Written by `save`.
    return payload === undefined ? undefined : (JSON.parse(payload) as T)
  }

  return {
    async begin(key: string, purpose: UpstreamPurpose, state: string): Promise<Checks> {
      const secrets = { nonce: createToken(), codeVerifier: createToken() }
      const accountId = 'accountId' in purpose ? purpose.accountId : null
      const request: StoredRequest = { key, purpose, startedAt: clock.now().toISOString(), secrets }
      await save('UpstreamRequest', state, request, accountId)
      return { state, ...secrets }
    },
    async redeem(state: string): Promise<UpstreamRequest | undefined> {
      const found = await redeem<StoredRequest>('UpstreamRequest', state)
      if (!found) return undefined
      const { secrets, ...request } = found
      return { ...request, checks: { state, ...secrets } }
    },
    async offer(offer: UpstreamOffer): Promise<string> {
      const code = createToken()
      await save('UpstreamOffer', code, offer, offer.accountId)
      return code
    },
    async findOffer(code: string): Promise<UpstreamOffer | undefined> {
      const found = await findRecord(db, 'UpstreamOffer', 'id', sha256(code), clock.now())
      return found && (JSON.parse(found.payload) as UpstreamOffer)
    },
    redeemOffer: (code: string) => redeem<UpstreamOffer>('UpstreamOffer', code),
  }
}

/** 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}
