import type { Adapter, AdapterPayload, InteractionResults } from 'oidc-provider'
import Provider, { errors } from 'oidc-provider'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import { lockAccount } from '#server/sign-in/accounts/account-store.ts'
import type { LastUse } from './provider-sessions.ts'
import { consumeRecord, findRecord, removeRecord, removeRecordsOfGrant, saveRecord } from './provider-store.ts'

const maxUserAgentLength = 300

/** Models that are removed with their grant. An interaction refers to its grant, too, but outlives it. */
const grantBoundModels = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** The provider's storage adapter: sessions, grants and codes in the database. */
export function createProviderAdapter(db: Database['db'], clock: Pick<Clock, 'now'>, model: string): Adapter {
  /** Per request: `signInsValidFrom` of the account, as it was when the request's session was read. */
  const knownFrom = new WeakMap<object, string | null>()

  async function findPayload(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const record = await findRecord(db, model, column, value, clock.now())
    if (!record) return undefined
    if (Provider.ctx) knownFrom.set(Provider.ctx, record.signInsValidFrom)
    // Written by `upsert`.
    const payload = JSON.parse(record.payload) as AdapterPayload
    if (record.consumedAt) payload.consumed = Math.floor(Date.parse(record.consumedAt) / 1000)
    return payload
  }

  /** Every request stores its session again: not if that was ended meanwhile, nor for a sign-in that was (docs/security.md, 2.6). */
  async function requireNotEnded(trx: Db, accountId: string): Promise<void> {
    const { ctx } = Provider
    if (!ctx) return
    const { result } = ctx.oidc
    const signInsValidFrom = result?.login ? signInsValidFromOf(result) : knownFrom.get(ctx)
    if (signInsValidFrom === undefined || !(await lockAccount(trx, { id: accountId, signInsValidFrom })))
      throw new errors.SessionNotFound('the session has ended')
  }

  return {
    async upsert(id, payload, expiresIn) {
      // Nobody is signed in, so there is nothing to remember: strangers must not fill the database with sessions.
      const { accountId } = payload
      if (model === 'Session' && accountId === undefined) return
      const expires = expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000)
      const record = {
        model,
        id,
        payload: JSON.stringify(model === 'Session' ? { ...payload, lastUse: toLastUse(clock.now()) } : payload),
        account_id: (model === 'Interaction' ? accountOfUnfinished(payload) : accountId) ?? null,
        grant_id: grantBoundModels.has(model) ? (payload.grantId ?? null) : null,
        uid: payload.uid ?? null,
        consumed_at: null,
        expires_at: expires?.toISOString() ?? null,
      }
      if (model !== 'Session' || accountId === undefined) return saveRecord(db, record)
      await inTransaction(db, async (trx) => {
        await requireNotEnded(trx, accountId)
        await saveRecord(trx, record)
      })
    },
    find: (id) => findPayload('id', id),
    findByUid: (uid) => findPayload('uid', uid),
    // User codes are for devices without a browser, which do not sign in here.
    findByUserCode: async () => undefined,
    async consume(id) {
      // The provider has already checked; this covers two requests that both checked before either consumed it.
      if (!(await consumeRecord(db, model, id, clock.now()))) throw new errors.InvalidGrant('already consumed')
    },
    destroy: (id) => removeRecord(db, model, id),
    revokeByGrantId: (grantId) => removeRecordsOfGrant(db, grantId),
  }
}

/** The account for which a sign-in is finished, as our pages have reported it (`finishSignIn`). */
export function signInsValidFromOf({ login }: InteractionResults): string | null {
  const value = login?.['signInsValidFrom']
  return typeof value === 'string' ? value : null
}

/** The account that an unfinished sign-in has got as far as: it ends with that account's other sign-ins. */
function accountOfUnfinished({ result, session }: AdapterPayload): string | undefined {
  // Written by our pages (`SignInProgress`), or by the provider for a sign-in from a session.
  const steps = [result?.login, result?.['firstFactor'], result?.['connection'], session]
  return (steps as ({ accountId?: string } | undefined)[]).find((step) => step?.accountId !== undefined)?.accountId
}

/** The device that sends the current request of a session; the account page lists it. */
function toLastUse(now: Date): LastUse {
  const { ip = '', headers = {} } = Provider.ctx ?? {}
  return { at: now.toISOString(), address: ip, userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength) }
}
