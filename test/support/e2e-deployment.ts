import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { bootApp, type HarnessOptions } from '#demo/pool-harness.ts'
import type { App } from '#server/app.ts'
import type { TestInstance } from './e2e-instance.ts'

/** Builds the app into a new folder. The mark changes the name of the main script, and pages show it. */
export async function buildWeb(mark: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), `player-pool-web-${mark}-`))
  // The test runner sets it to `test`, and the bundler would build for that.
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

/** The mark of the build that the page runs. */
export function readMark(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['build'])
}

/**
 * Restarts the product at the same address on the same data with other settings, as when a new version is deployed. The
 * instance's database must be a file.
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

/** Lets the page finish what it defers by five seconds, such as registering the service worker. */
export async function settle(page: Page): Promise<void> {
  await page.clock.fastForward('00:06')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}
