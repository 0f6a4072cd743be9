import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { waitLimitMs } from './time-limits.ts'

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Leads to this machine, but browsers do not trust it like localhost: without TLS, pages have no WebCrypto. */
export const remoteHost = 'pool.lan'

const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No request leaves the machine. Pictures are missing, which is cheaper than intercepting every request.
  `--host-resolver-rules=MAP ${remoteHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
]

/** For tests, not for measurements or pictures: they make a page's long work slower, and it draws nothing. */
const cheapFlags = [
  // Without a process for it, composing costs a tenth less.
  '--in-process-gpu',
  // Pages have layout and frames, but no memory for pixels: drawing them took a fifth of all time.
  '--force-gpu-mem-available-mb=0',
  // No page lives long enough for its functions to earn the time that these compilers take.
  '--js-flags=--no-maglev --no-turbofan',
]

/** The browser is unpacked here, which takes seconds and 200 MB. An update of the package removes it. */
const packageFolder = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium')

/** Launches the system's Chromium or Chrome if there is one, otherwise the one from the package. */
export async function launchBrowser(): Promise<Browser> {
  return launch(quietFlags)
}

/** Launches a browser without the parts that tests can spare. Its screenshots are empty. */
export async function launchTestBrowser(): Promise<Browser> {
  return launch([...quietFlags, ...cheapFlags])
}

async function launch(args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), headless: true, args, timeout: waitLimitMs })
}

async function findBrowser(): Promise<string> {
  const installed = process.env['BROWSER_PATH'] ?? installedBrowsers.find((path) => existsSync(path))
  return installed ?? unpackBrowser()
}

async function unpackBrowser(): Promise<string> {
  const folder = join(packageFolder, 'unpacked')
  if (!existsSync(folder)) {
    const staging = mkdtempSync(`${folder}-`)
    await unpackInto(staging)
    try {
      renameSync(staging, folder)
    } catch (error) {
      rmSync(staging, { recursive: true })
      // Another test process may have been faster.
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'chromium')
}

/** The package unpacks into the temporary folder. */
async function unpackInto(folder: string): Promise<void> {
  const { default: packaged } = await import('@sparticuz/chromium')
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
