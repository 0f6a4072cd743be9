import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium or Chrome where there is one, else the one that comes inside a package. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), headless: true, args: quiet })
}

async function findBrowser(): Promise<string> {
  const found = process.env['BROWSER_PATH'] ?? installed.find((path) => existsSync(path))
  if (found) return found
  // It unpacks itself into the temporary folder, which may be mounted without the right to run programs.
  process.env['TMPDIR'] ??= mkdtempSync(join(tmpdir(), 'player-pool-browser-'))
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}
