import { SignJWT } from 'jose'
import { mintAccessToken } from './access-token.ts'
import type { TestPool } from './test-pool.ts'

/** Invalid Authorization headers by their fault. */
export async function listInvalidTokens({ app }: Pick<TestPool, 'app'>): Promise<Record<string, string>> {
  const owner = { subject: 'player', name: 'The player', email: 'player@example.com' }
  const [key] = app.secrets.signingKeys
  const plain = new SignJWT({
    iss: app.config.signIn.authority,
    aud: 'golfAPI',
    sub: 'player',
    scope: 'golfAPI',
  })
  return {
    'no token': '',
    'a word': 'Bearer hello',
    'three words': 'Bearer a.b.c',
    'another scheme': 'Basic cGxheWVyOnB3',
    expired: `Bearer ${await mintAccessToken(app, owner, { expires: '-2m' })}`,
    'for another audience': `Bearer ${await mintAccessToken(app, owner, { payload: { aud: 'golf' } })}`,
    'of another issuer': `Bearer ${await mintAccessToken(app, owner, { payload: { iss: 'https://other.example' } })}`,
    'without a subject': `Bearer ${await mintAccessToken(app, owner, { payload: { sub: undefined } })}`,
    'without the scope': `Bearer ${await mintAccessToken(app, owner, { payload: { scope: 'openid' } })}`,
    'of the type of an ID token': `Bearer ${await mintAccessToken(app, owner, { header: { typ: 'JWT' } })}`,
    'with an unknown key': `Bearer ${await mintAccessToken(app, owner, { header: { kid: 'other' } })}`,
    unsigned: `Bearer ${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${btoa('{"sub":"player"}').replaceAll('=', '')}.`,
    'signed with the public key as a secret': `Bearer ${await plain
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setExpirationTime('10m')
      .sign(new TextEncoder().encode(String(key?.n)))}`,
  }
}
