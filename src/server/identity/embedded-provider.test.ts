import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFormBrowser } from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens } from '#test/support/oidc-client.ts'

let server: IdentityServer
beforeAll(async () => {
  server = await startIdentityServer()
})
afterAll(() => server.close())

test('a new player registers, is signed in at once and gets a token that the API believes', async () => {
  const browser = createFormBrowser(server.url)
  const form = await browser.get('/Identity/Account/Register?returnUrl=/authentication/login')
  const registered = await browser.submit(form, {
    name: 'Ada Lovelace', email: 'Ada@Example.org', password: 'long drive into rough', confirmation: 'long drive into rough',
  })
  console.log(registered.status, registered.location?.href, registered.text.slice(0, 300))
  const attempt = beginSignIn(server.url)
  const answer = await openSignIn(browser, attempt)
  console.log(answer.status, answer.location?.href, answer.text.slice(0, 500))
  const tokens = await redeemTokens(server.url, answer, attempt)
  console.log(await server.verifier.verify(tokens.accessToken), JSON.parse(Buffer.from(tokens.idToken.split('.')[1] ?? '', 'base64url').toString()))
  console.log(await (await fetch(server.url + '/.well-known/openid-configuration')).json())
})
