import { importJWK, type JWK_EC_Private, SignJWT } from 'jose'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Config } from '#server/platform/settings/config.ts'

export type Vapid = ReturnType<typeof createVapid>

type Options = { key: JWK_EC_Private; subject: string; clock: Pick<Clock, 'now'> }

/** Push services refuse tokens valid for more than a day. */
const lifetimeMs = 12 * 60 * 60 * 1000

/** Signs a new token per push service and half a lifetime. `subject` tells a push service how to reach the operator. */
export function createVapid({ key, subject, clock }: Options) {
  const publicKey = toPublicKey(key)
  const tokens = new Map<string, { token: string; until: number }>()

  async function sign(audience: string, until: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(audience)
      .setExpirationTime(Math.floor(until / 1000))
      .setSubject(subject)
      .sign(await importJWK(key, 'ES256'))
  }

  return {
    /** The `applicationServerKey` of browsers, base64url. */
    publicKey,
    /** The header that identifies this server to a push service (RFC 8292). */
    async authorize({ origin }: URL): Promise<string> {
      const now = clock.now().getTime()
      let cached = tokens.get(origin)
      if (!cached || cached.until - now < lifetimeMs / 2) {
        const until = now + lifetimeMs
        cached = { token: await sign(origin, until), until }
        tokens.set(origin, cached)
      }
      return `vapid t=${cached.token}, k=${publicKey}`
    },
  }
}

/** The uncompressed point (SEC 1, 2.3.3). */
function toPublicKey({ x, y }: JWK_EC_Private): string {
  const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'))
  return Buffer.concat([Buffer.of(4), ...coordinates]).toString('base64url')
}

/** The operator's email address, or the pool's URL: Apple's push service accepts only these two forms. */
export function toVapidSubject({ mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>): string {
  return mail.kind === 'smtp' || !publicUrl.startsWith('https:') ? `mailto:${mail.from}` : publicUrl
}
