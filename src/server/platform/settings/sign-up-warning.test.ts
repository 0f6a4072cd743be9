import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { findSignUpWarning } from './sign-up-warning.ts'

const domains = { SIGN_UP_DOMAINS: 'example.org' }
const google = {
  UPSTREAM_PROVIDERS: 'google',
  UPSTREAM_GOOGLE_ISSUER: 'https://accounts.google.com',
  UPSTREAM_GOOGLE_CLIENT_ID: 'pool',
  UPSTREAM_GOOGLE_CLIENT_SECRET: 'secret',
}
const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'pool@example.org' }

it('the server warns of domains whose addresses cannot be verified', () => {
  expect(findSignUpWarning(readConfig(domains))).toContain('set SMTP_URL')
})

it.each([{}, mail, { ...domains, ...mail }, { ...domains, ...google }, { ...domains, SIGN_UP: 'closed' }])(
  'the server has nothing to warn of with %j',
  (env) => {
    expect(findSignUpWarning(readConfig(env))).toBeUndefined()
  },
)
