import { launchBrowser } from '#test/support/browser.ts'
import type { BenchRow } from './bench-row.ts'
import { type ServedApp, startChild } from './child-process.ts'

const goalKilobytes = 120
/** What comes later than this is fetched ahead, for the next screen. */
const firstLoadMs = 3000

/** What a browser loads until the pool is on the screen, counted as it comes over the wire. */
export async function measureWeb(): Promise<BenchRow[]> {
  const { first: app, stop } = await startChild<ServedApp>('./served-app.ts', '180', '--web')
  const origin = app.url.replace('127.0.0.1', 'localhost')
  const browser = await launchBrowser()
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${origin}/authentication/logged-out`)
  await page.evaluate(
    ([key, user]) => sessionStorage.setItem(key ?? '', user ?? ''),
    [`oidc.user:${origin}:golf`, JSON.stringify(storedUser(app.token))],
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(`${origin}/pool`)
  await page.waitForSelector('tbody tr')
  await page.waitForTimeout(firstLoadMs)
  const kilobytes = bytes / 1024
  await browser.close()
  await stop()
  return [
    {
      name: 'script for the first load of the pool',
      figure: `${kilobytes.toFixed(1)} KB on the wire`,
      value: kilobytes,
      baseline: null,
      ratio: null,
      goal: `at most ${goalKilobytes} KB`,
      met: kilobytes <= goalKilobytes,
    },
  ]
}

/** Somebody who has signed in before in this tab, as the sign-in library remembers it. */
function storedUser(token: string) {
  return {
    access_token: token,
    token_type: 'Bearer',
    scope: 'golfAPI openid profile email',
    profile: { sub: 'bench', name: 'Bench', email: 'bench@example.com' },
    expires_at: Math.floor(Date.now() / 1000) + 600,
  }
}
