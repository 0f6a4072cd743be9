import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { bootApp, type HarnessOptions } from '#demo/pool-harness.ts'
import type { App } from '#server/app.ts'
import type { TestInstance } from './e2e-instance.ts'

/** Builds the app into a folder of its own. Its pages carry `mark`, and with it their main script has another name. */
export async function buildWeb(mark: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), `player-pool-web-${mark}-`))
  // The test runner has set it to something else, and the bundler builds for what it says.
  process.env['NODE_ENV'] = 'production'
  await build({
    logLevel: 'error',
    build: { outDir },
    plugins: [
      {
        name: 'mark',
        transform: (code, id) =>
          id.endsWith('/src/web/main.tsx')
            ? `document.documentElement.dataset.build = ${JSON.stringify(mark)}\n${code}`
            : undefined,
      },
    ],
  })
  return outDir
}

/** Which build the page runs. */
export function readMark(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['build'])
}

/**
 * The product goes on at the same address and on the same data, with other settings: as after a new version is rolled
 * out. The stage's own process is closed. For stages whose database is a file.
 */
export async function redeploy(instance: TestInstance, changes: Partial<HarnessOptions>): Promise<App> {
  const { listen, database, dataFolder } = instance.app.config
  await instance.app.close()
  return bootApp({
    feedUrl: instance.simulator.url,
    dataFolder,
    database,
    port: listen.port,
    feedIntervalMs: 24 * 60 * 60 * 1000,
    rateLimitFactor: 0,
    webFolder: 'dist/web',
    ...changes,
  })
}

/** Five seconds on: what comes after the first picture has come, the service worker too. */
export async function settle(page: Page): Promise<void> {
  await page.clock.fastForward('00:06')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}
