/**
 * `npm run pictures`: takes the pictures of the README from the demo, into docs/pictures. They are small WebP files, which
 * Chromium itself encodes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { demoPeople } from '#demo/demo-people.ts'
import { startOnPort } from '#demo/free-port.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { spawnScript } from '#test/support/server-process.ts'

type Picture = {
  name: string
  role: (typeof demoPeople)[number]['role']
  path: string
  /** A text of the page that is there once it has loaded. */
  shows: string
  look: BrowserContextOptions
}

const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const desktop = { viewport: { width: 1200, height: 700 } }
const pictures: readonly Picture[] = [
  { name: 'phone', role: 'player', path: '/pool', shows: 'Why?', look: { ...phone, colorScheme: 'light' } },
  { name: 'dark', role: 'player', path: '/golfers', shows: '156 golfers', look: { ...desktop, colorScheme: 'dark' } },
  {
    name: 'organiser',
    role: 'power user',
    path: '/admin',
    shows: 'Andrés Felipe Cafetero-Luna',
    look: { ...desktop, colorScheme: 'light' },
  },
]

const folder = 'docs/pictures'
mkdirSync(folder, { recursive: true })
const demo = await startOnPort(async (port) => {
  const server = spawnScript('dist/server/demo.mjs', { folder: '.', args: ['--port', `${port}`] })
  await server.ready
  return { ...server, url: `http://localhost:${port}` }
})
const browser = await launchBrowser()
try {
  for (const picture of pictures) await take(browser, picture)
} finally {
  await browser.close()
  demo.signal('SIGTERM')
  await demo.ended
}

async function take(from: Browser, { name, role, path, shows, look }: Picture): Promise<void> {
  const context = await from.newContext({ ...look, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, role)
  await page.goto(demo.url + path)
  await page.getByText(shows, { exact: true }).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const file = `${folder}/${name}.webp`
  writeFileSync(file, data, 'base64')
  console.log(`${file}: ${Math.round((data.length * 3) / 4 / 1000)} KB`)
  await context.close()
}

async function signIn(page: Page, role: Picture['role']): Promise<void> {
  const account = demoPeople.find((person) => person.role === role) ?? demoPeople[0]
  await page.goto(demo.url)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await page
    .getByText(/Welcome/)
    .first()
    .waitFor()
}
