import { importJWK, SignJWT } from 'jose'
import type { App } from '#server/app/app.ts'

type Owner = { subject: string; name: string; email: string }

/**
 * An access token like the embedded provider's, for tests in which signing in is not the subject. `changes` replaces
 * valid values.
 */
export async function mintAccessToken(
  app: Pick<App, 'config' | 'secrets'>,
  owner: Owner,
  changes: { header?: Record<string, string>; payload?: Record<string, unknown>; expires?: string } = {},
): Promise<string> {
  const { signIn } = app.config
  const [key] = app.secrets.signingKeys
  if (!key) throw new Error('There is no signing key.')
  const payload = {
    iss: signIn.authority,
    aud: signIn.audience,
    sub: owner.subject,
    scope: signIn.scope,
    client_id: signIn.clientId,
    name: owner.name,
    email: owner.email,
    email_verified: true,
    ...changes.payload,
  }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid, ...changes.header })
    .setIssuedAt()
    .setExpirationTime(changes.expires ?? '10m')
    .sign(await importJWK(key, 'RS256'))
}
