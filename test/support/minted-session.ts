import { createHmac, randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { saveRecord } from '#built/harness.mjs'
import type { App } from '#server/app/app.ts'
import { mintAccessToken } from './access-token.ts'

const sessionMs = 24 * 60 * 60 * 1000
const tokenSeconds = 10 * 60

/**
 * A session at the embedded provider, as a sign-in through its form leaves it, without hashing a password. Returns the
 * browser's cookies; the app then signs in silently.
 */
export async function mintSessionCookies(
  { config, database, clock, secrets }: Pick<App, 'config' | 'database' | 'clock' | 'secrets'>,
  accountId: string,
): Promise<{ name: string; value: string; url: string }[]> {
  const { clientId, scope } = config.signIn
  const [id, uid, grantId, sid] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const issuedAt = Math.floor(Date.now() / 1000)
  const times = { iat: issuedAt, exp: issuedAt + sessionMs / 1000 }
  const grant = {
    kind: 'Grant',
    jti: grantId,
    accountId,
    clientId,
    openid: { scope: 'openid profile email' },
    resources: { [`${config.publicUrl}/api`]: scope.split(' ').find((name) => /api/i.test(name)) },
    ...times,
  }
  const authorizations = { [clientId]: { sid, grantId } }
  const session = { kind: 'Session', jti: id, uid, accountId, loginTs: issuedAt, authorizations, ...times }
  for (const record of [grant, session]) {
    await saveRecord(database.db, {
      model: record.kind,
      id: record.jti,
      uid: 'uid' in record ? record.uid : null,
      account_id: accountId,
      payload: JSON.stringify(record),
      grant_id: null,
      user_code: null,
      consumed_at: null,
      expires_at: new Date(clock.now().getTime() + sessionMs).toISOString(),
    })
  }
  const name = 'identity'
  const [key = ''] = secrets.cookieKeys
  const signature = createHmac('sha1', key).update(`${name}=${id}`).digest('base64url')
  return [
    { name, value: id, url: config.publicUrl },
    { name: `${name}.sig`, value: signature, url: config.publicUrl },
  ]
}

/**
 * The entries that the browser app stores in a tab after a sign-in: with them the tab is signed in before its first request. Without
 * it every test would load the app twice more, for the silent sign-in.
 */
export async function mintStoredUser(
  app: Pick<App, 'config' | 'secrets'>,
  owner: { subject: string; name: string; email: string },
): Promise<{ key: string; value: string }> {
  const { authority, clientId, scope } = app.config.signIn
  const { subject: sub, name, email } = owner
  const expiresAt = Math.floor(Date.now() / 1000) + tokenSeconds
  const user = {
    access_token: await mintAccessToken(app, owner),
    id_token: await mintIdToken(app, { sub, name, email, email_verified: true }),
    token_type: 'Bearer',
    scope,
    profile: { sub, name, email, iss: authority, aud: clientId },
    expires_at: expiresAt,
  }
  return { key: `oidc.user:${authority}:${clientId}`, value: JSON.stringify(user) }
}

async function mintIdToken(
  { config, secrets }: Pick<App, 'config' | 'secrets'>,
  claims: Record<string, unknown>,
): Promise<string> {
  const [key] = secrets.signingKeys
  if (!key) throw new Error('There is no signing key.')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .setIssuer(config.signIn.authority)
    .setAudience(config.signIn.clientId)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(key, 'RS256'))
}
