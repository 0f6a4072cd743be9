import type { Adapter, AdapterPayload } from 'oidc-provider'
import Provider, { errors } from 'oidc-provider'
import type { Clock } from '#server/db/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { LastUse } from './provider-sessions.ts'
import {
  consumeRecord,
  findRecord,
  type ProviderRecord,
  removeRecord,
  removeRecordsOfGrant,
  saveRecord,
} from './provider-store.ts'

const maxUserAgentLength = 300

/** Models that are removed with their grant. An interaction refers to its grant, too, but outlives it. */
const grantBoundModels = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** The provider's storage adapter: sessions, grants and codes in the database. */
export function createProviderAdapter(db: Db, clock: Pick<Clock, 'now'>, model: string): Adapter {
  async function findPayload(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    return toPayload(await findRecord(db, model, { column, value }, clock.now()))
  }

  return {
    async upsert(id, payload, expiresIn) {
      // Nobody is signed in, so there is nothing to remember: strangers must not fill the database with sessions.
      if (model === 'Session' && payload.accountId === undefined) return
      const expires = expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000)
      await saveRecord(db, {
        model,
        id,
        payload: JSON.stringify(model === 'Session' ? { ...payload, lastUse: toLastUse(clock.now()) } : payload),
        account_id: payload.accountId ?? null,
        grant_id: grantBoundModels.has(model) ? (payload.grantId ?? null) : null,
        uid: payload.uid ?? null,
        user_code: payload.userCode ?? null,
        consumed_at: null,
        expires_at: expires?.toISOString() ?? null,
      })
    },
    find: (id) => findPayload('id', id),
    findByUid: (uid) => findPayload('uid', uid),
    findByUserCode: (userCode) => findPayload('user_code', userCode),
    async consume(id) {
      // The provider has already checked; this covers two requests that both checked before either consumed it.
      if (!(await consumeRecord(db, model, id, clock.now()))) throw new errors.InvalidGrant('already consumed')
    },
    destroy: (id) => removeRecord(db, model, id),
    revokeByGrantId: (grantId) => removeRecordsOfGrant(db, grantId),
  }
}

/** The device that sends the current request of a session; the account page lists it. */
function toLastUse(now: Date): LastUse {
  const { ip = '', headers = {} } = Provider.ctx ?? {}
  return { at: now.toISOString(), address: ip, userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength) }
}

function toPayload(record: ProviderRecord | undefined): AdapterPayload | undefined {
  if (!record) return undefined
  // Written by `upsert`.
  const payload = JSON.parse(record.payload) as AdapterPayload
  if (record.consumedAt) payload.consumed = Math.floor(record.consumedAt.getTime() / 1000)
  return payload
}
