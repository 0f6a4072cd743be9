import * as oauth from 'oauth4webapi'
import { boardParameter, boardResponses } from '#contract/board-responses.ts'
import { providerPaths } from '#contract/identity-paths.ts'
import type { ClientConfiguration } from '#contract/sign-in-contract.ts'
import { requestTimeoutMs, sendSilently } from './embedded-provider.ts'
import type { FirstBoard, SignedInUser } from './sign-in-manager.ts'
import { storeUser } from './stored-user.ts'

/** Claims about the token rather than the user, which oidc-client-ts does not store either. */
const protocolClaims = ['nbf', 'jti', 'auth_time', 'nonce', 'acr', 'amr', 'azp', 'at_hash']

/**
 * Signs a new tab in silently at the embedded provider and requests the board together with the token
 * (docs/security.md, 1.2). The board waits for this code, which is a third of the size of oidc-client-ts; that is
 * loaded later and finds the stored user. Errors have the same shape: `error` is the provider's error code.
 */
export async function signInFirst(
  configuration: ClientConfiguration,
  firstBoard: FirstBoard,
  storage: Storage,
): Promise<SignedInUser> {
  if (!isSecureContext) (await import('./insecure-context.ts')).provideDigest()
  const { authority, client_id, redirect_uri, scope } = configuration
  const provider: oauth.AuthorizationServer = {
    issuer: authority,
    token_endpoint: `${authority}${providerPaths.token}`,
    authorization_response_iss_parameter_supported: true,
  }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const nonce = oauth.generateRandomNonce()
  const request = new URLSearchParams({
    ...{ client_id, redirect_uri, scope, state, nonce },
    response_type: 'code',
    prompt: 'none',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const { url } = await sendSilently(`${authority}${providerPaths.authorization}?${request}`)
  const callback = oauth.validateAuthResponse(provider, { client_id }, new URL(url), state)

  const tournamentId = firstBoard.take()
  const options: oauth.TokenEndpointRequestOptions = {
    signal: AbortSignal.timeout(requestTimeoutMs),
    // The provider is the server that sent this page, so its connection is as secure as the page's.
    [oauth.allowInsecureRequests]: true,
    ...(tournamentId !== undefined && { additionalParameters: { [boardParameter]: String(tournamentId) } }),
  }
  const redeem = oauth.authorizationCodeGrantRequest
  const response = await redeem(provider, { client_id }, oauth.None(), callback, redirect_uri, verifier, options)
  const client: oauth.Client = { client_id, [oauth.clockSkew]: skewOf(response) }
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  const claims = Object.entries(oauth.getValidatedIdTokenClaims(tokens) ?? {})
  const profile = Object.fromEntries(claims.filter(([name]) => !protocolClaims.includes(name)))
  const user = storeUser(storage, configuration, {
    id_token: tokens.id_token,
    session_state: null,
    access_token: tokens.access_token,
    token_type: tokens.token_type,
    scope: tokens.scope ?? scope,
    profile,
    expires_at: Math.floor(Date.now() / 1000) + (tokens.expires_in ?? 0),
  })
  const responses = boardResponses.safeParse(tokens[boardParameter])
  if (responses.success) firstBoard.onResponses(responses.data)
  return user
}

/** How far the server's clock is ahead, in seconds, so that phones with a wrong clock can sign in. */
function skewOf(response: Response): number {
  const now = Date.parse(response.headers.get('Date') ?? '')
  return Number.isNaN(now) ? 0 : Math.round((now - Date.now()) / 1000)
}
