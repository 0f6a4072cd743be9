import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Log } from '#server/platform/log/log.ts'
import { isPlainHttp } from '#server/platform/settings/plain-http.ts'
import { type Account, findAccount } from '#server/sign-in/accounts/account-store.ts'
import {
  findConnectedSignIn,
  listConnectedSignIns,
  passkeyIssuer,
  recordPasskeyUse,
} from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { createOneTimeRecords } from '#server/sign-in/provider/provider-store.ts'
import { connectSignIn } from './connected-sign-ins.ts'
import type { PageServices } from './page-services.ts'

/** Loaded with the first sign-in page, because it takes about 8 MB. */
const loadLibrary = () => import('@simplewebauthn/server')

type Checked = { account: Account; isUserVerified: boolean }

/** A challenge of the server, stored while the browser asks the person for the passkey. */
type Challenge = { challenge: string; name?: string; userHandle?: string }

/** EdDSA, ES256 and RS256: others have long keys, or are experimental in Node. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Browsers allow passkeys over an encrypted connection, or on this machine, and for a domain name only. */
export function allowsPasskeys(publicUrl: string): boolean {
  return !isPlainHttp(publicUrl) && isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) === 0
}

/** Adds and checks passkeys (docs/security.md, 6.8). */
export function createPasskeys(services: PageServices) {
  const { db, clock, accountMail, inTransaction, publicUrl, poolName } = services
  const { hostname: rpID, origin } = new URL(publicUrl)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: false }

  /** Challenges by the id of the unfinished sign-in or session that may respond. A new challenge replaces the earlier one. */
  const challenges = createOneTimeRecords<Challenge>(db, clock, {
    model: 'PasskeyChallenge',
    lifetimeMs: 5 * 60_000,
    max: 5000,
  })

  return {
    /** The options of a sign-in, as JSON. They name no account, so they reveal nothing about one. */
    async askForOne(uid: string): Promise<string> {
      const options = await (await loadLibrary()).generateAuthenticationOptions({ rpID, userVerification: 'preferred' })
      await challenges.save(uid, { challenge: options.challenge })
      return JSON.stringify(options)
    },

    /** Checks the response to `askForOne`, which is accepted once. Undefined, whatever is wrong. */
    async check(uid: string, text: string): Promise<Checked | undefined> {
      const sent = await challenges.redeem(uid)
      const response = parseResponse<AuthenticationResponseJSON>(text)
      const subject = String(response?.id)
      const signIn = await findConnectedSignIn(db, { issuer: passkeyIssuer, subject })
      // Before the signature is checked: whatever ends the passkey from now on ends this sign-in, too.
      const account = signIn && (await findAccount(db, signIn.accountId))
      if (!sent || !response || !account || response.response?.userHandle !== signIn.userHandle) return undefined
      const verified = await (await loadLibrary())
        .verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: sent.challenge,
          // The counter is compared below, in the database.
          credential: {
            id: subject,
            publicKey: new Uint8Array(Buffer.from(signIn.publicKey ?? '', 'base64url')),
            counter: 0,
          },
        })
        .catch(() => undefined)
      if (!verified?.verified) return undefined
      const { newCounter, userVerified } = verified.authenticationInfo
      if (await recordPasskeyUse(db, signIn.id, newCounter, clock.now()))
        return { account, isUserVerified: userVerified }
      await inTransaction((trx) => accountMail.passkeyCopied(trx, account, signIn))
      return undefined
    },

    /** The options of a new passkey, as JSON, for an owner who has confirmed that they want one. */
    async askForNew({ id, email, name }: Account, sessionUid: string, passkeyName: string): Promise<string> {
      const others = (await listConnectedSignIns(db, id)).filter(({ issuer }) => issuer === passkeyIssuer)
      const userHandle = others[0]?.userHandle ?? randomBytes(32).toString('base64url')
      const options = await (await loadLibrary()).generateRegistrationOptions({
        rpName: poolName,
        rpID,
        supportedAlgorithmIDs,
        userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
        userName: email,
        userDisplayName: name,
        excludeCredentials: others.map(({ subject }) => ({ id: subject })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      })
      await challenges.save(sessionUid, { challenge: options.challenge, name: passkeyName, userHandle }, id)
      return JSON.stringify(options)
    },

    /** Adds the new passkey. Returns false if the response to `askForNew` is wrong, late or that of another browser. */
    async add(account: Account, sessionUid: string, text: string, log: Pick<Log, 'info'>): Promise<boolean> {
      const { challenge, name = '', userHandle } = (await challenges.redeem(sessionUid)) ?? {}
      const response = parseResponse<RegistrationResponseJSON>(text)
      if (!challenge || !userHandle || !response) return false
      const answer = { ...expected, response, expectedChallenge: challenge, supportedAlgorithmIDs }
      const { registrationInfo } =
        (await (await loadLibrary()).verifyRegistrationResponse(answer).catch(() => undefined)) ?? {}
      if (!registrationInfo) return false
      const { id: subject, publicKey, counter } = registrationInfo.credential
      const key = Buffer.from(publicKey).toString('base64url')
      const passkey = { passkey_name: name, user_handle: userHandle, public_key: key, counter }
      const identity = { issuer: passkeyIssuer, subject }
      return connectSignIn(services, account, { key: 'passkey', identity, passkey }, log)
    },
  }
}

/** The library checks the rest of what a browser has sent. */
function parseResponse<Response>(text: string): Response | undefined {
  try {
    return (JSON.parse(text) as Response | null) ?? undefined
  } catch {
    return undefined
  }
}
