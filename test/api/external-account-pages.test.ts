import { expect, it } from 'vitest'
import { openTestPool } from '../support/test-pool.ts'

it('with an external provider the account pages are the configured ones', async () => {
  const pool = await openTestPool({
    signIn: {
      provider: 'external',
      authority: 'https://login.example.org',
      registerUrl: 'https://login.example.org/join?style=golf',
      accountUrl: 'https://login.example.org/me',
    },
  })
  const follow = async (path: string) => (await pool.call(path, null, { redirect: 'manual' })).headers.get('location')
  const back = encodeURIComponent(`http://localhost:${pool.app.config.listen.port}/authentication/login`)
  expect(await follow('/Identity/Account/Register?returnUrl=//evil.example')).toBe(
    `https://login.example.org/join?style=golf&returnUrl=${back}`,
  )
  expect(await follow('/Identity/Account/Manage')).toBe('https://login.example.org/me')
  await pool.close()
})
