import { expect, test } from 'vitest'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { createFirstSetupLink } from '#server/sign-in/accounts/first-admin.ts'
import { createFormBrowser, tokenOf } from '#test/support/form-browser.ts'
import { startIdentityServer } from '#test/support/identity-server.ts'
import { signIn } from '#test/support/oidc-client.ts'

const person = { name: 'Ada', email: 'Ada@Example.org', password: 'long drive into rough' }

test.each(['smtp://127.0.0.1:1', undefined])(
  'the link leads through a form to the admin screen, signed in (mail server: %s)',
  async (smtpUrl) => {
    // With a mail server, other new accounts have to confirm their address.
    const server = await startIdentityServer(smtpUrl === undefined ? {} : { smtpUrl })
    const { database, url } = server
    const config = { publicUrl: url }
    const link = await createFirstSetupLink({ database, clock: { now: () => new Date() }, config })
    const { pathname, search } = new URL(link ?? '')
    const browser = createFormBrowser(url)
    // Programs that preview links open them: that changes nothing.
    await createFormBrowser(url).get(pathname + search)
    const page = await browser.get(pathname + search)
    expect(page).toMatchObject({ status: 200 })
    expect(page.headers.get('cache-control')).toBe('no-store')

    const refused = await browser.submit(page, { ...person, password: 'password1' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('value="Ada@Example.org"')
    expect(refused.text).toContain('id="password-error"')
    const done = await browser.submit(refused, { ...person })
    expect(done).toMatchObject({ status: 303 })
    expect(done.location?.pathname).toBe('/admin')
    const { db } = database
    expect(await db.selectFrom('users').select(['email', 'email_verified', 'is_admin']).execute()).toEqual([
      { email: 'ada@example.org', email_verified: 1, is_admin: 1 },
    ])
    // Without typing the password again: the ticket signs in.
    expect((await signIn(browser, url, { email: '', password: '' })).accessToken).not.toBe('')

    const again = await browser.submit(refused, { ...person, email: 'ben@example.org' })
    expect(again.status).toBe(410)
    expect(again.text).toContain('npm run admin -- setup-link')
    for (const path of [pathname + search, identityPaths.setUp, `${identityPaths.setUp}?code=x&code=y`])
      expect((await browser.get(path)).status, path).toBe(410)
    await server.close()
  },
)

test('a form without its token, or from another site, creates nobody', async () => {
  const server = await startIdentityServer()
  const { database, url } = server
  const link = await createFirstSetupLink({ database, clock: { now: () => new Date() }, config: { publicUrl: url } })
  const code = new URL(link ?? '').searchParams.get('code') ?? ''
  const fields = { ...person, code }
  const browser = createFormBrowser(url)
  expect((await browser.post(identityPaths.setUp, fields)).status).toBe(403)
  const page = await browser.get(`${identityPaths.setUp}?code=${code}`)
  const token = tokenOf(page)
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await browser.post(identityPaths.setUp, { ...fields, token }, elsewhere)).status).toBe(403)
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
  await server.close()
})
