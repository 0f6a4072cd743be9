import { pino } from 'pino'
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

it('further parameters of its authorization requests are those of OIDC_EXTRA_PARAMS, and none for the embedded one', async () => {
  const path = '/_configuration/golf/parameters'
  const embedded = await openTestPool({ withoutScores: true })
  expect(await (await embedded.call(path)).json()).toEqual({})
  expect((await embedded.call('/_configuration/other/parameters')).status).toBe(404)
  await embedded.close()
  const extraParams = { audience: 'https://pool.example.org/api' }
  const signIn = { provider: 'external', authority: 'http://127.0.0.1:1', extraParams } as const
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  // Nothing listens there. Startup does not fail, and the log says so.
  const external = await openTestPool({ withoutScores: true, signIn, log })
  expect(await (await external.call(path)).json()).toEqual(extraParams)
  await expect.poll(() => lines.join()).toContain('the sign-in provider is not available')
  await external.close()
})
