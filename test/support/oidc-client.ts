import { createHash, randomBytes } from 'node:crypto'
import type { FormBrowser, FormResponse } from './form-browser.ts'

/** The steps of the browser app's sign-in library. */
export type SignInAttempt = { verifier: string; state: string; nonce: string; path: string }

type Parameters = Record<string, string | undefined>

export function beginSignIn(origin: string, parameters: Parameters = {}): SignInAttempt {
  const [verifier, state, nonce] = [0, 0, 0].map(() => randomBytes(32).toString('base64url'))
  if (!verifier || !state || !nonce) throw new Error('never')
  const all: Parameters = {
    client_id: 'golf',
    response_type: 'code',
    scope: 'golfAPI openid profile email',
    redirect_uri: `${origin}/authentication/login-callback`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value)
  return { verifier, state, nonce, path: `/connect/authorize?${query}` }
}

export type Tokens = { accessToken: string; idToken: string }

/** Exchanges the code of a callback address for tokens. */
export async function redeem(
  origin: string,
  callback: URL | undefined,
  attempt: SignInAttempt,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${origin}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'golf',
      code: callback?.searchParams.get('code') ?? '',
      redirect_uri: `${origin}/authentication/login-callback`,
      code_verifier: attempt.verifier,
      ...parameters,
    }),
  })
}

export async function redeemTokens(origin: string, answer: FormResponse, attempt: SignInAttempt): Promise<Tokens> {
  const response = await redeem(origin, answer.location, attempt)
  const body = (await response.json()) as { access_token: string; id_token: string }
  if (!response.ok) throw new Error(JSON.stringify(body))
  return { accessToken: body.access_token, idToken: body.id_token }
}

export const isCallback = (url: URL) => url.pathname.startsWith('/authentication/')

/** Opens the sign-in form, or the callback if there is a session. */
export async function openSignIn(browser: FormBrowser, attempt: SignInAttempt): Promise<FormResponse> {
  return browser.follow(await browser.get(attempt.path), isCallback)
}

/** Signs in with an email address and a password. */
export async function signIn(
  browser: FormBrowser,
  origin: string,
  account: { email: string; password: string },
): Promise<Tokens> {
  const attempt = beginSignIn(origin)
  const page = await openSignIn(browser, attempt)
  const answer = page.location ? page : await browser.submit(page, account)
  return redeemTokens(origin, await browser.follow(answer, isCallback), attempt)
}
