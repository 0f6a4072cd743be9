import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { bootApp } from '#built/harness.mjs'
import type { HarnessOptions } from '#demo/pool-harness.ts'
import type { App } from '#server/app/app.ts'
import { leadAddressTo } from './e2e-address.ts'
import type { TestInstance } from './e2e-instance.ts'
import { waitLimitMs } from './time-limits.ts'

/**
 * Another build of the app: the files of `dist/web` under other names, as after a change of the sources. Its pages show
 * the mark.
 */
export function buildWeb(mark: string): string {
  const folder = mkdtempSync(join(tmpdir(), `player-pool-web-${mark}-`))
  cpSync('dist/web', folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => /\.(js|html)$/.test(name))
  const toMarked = (name: string) => name.replace(/\.\w+$/, `-${mark}$&`)
  const rewrite = (from: string, to: string) => {
    const text = readFileSync(from, 'utf8')
    rmSync(from)
    writeFileSync(
      to,
      names.reduce((result, name) => result.replaceAll(name, toMarked(name)), text),
    )
  }
  for (const name of names) rewrite(join(assets, name), join(assets, toMarked(name)))
  for (const name of ['index.html', 'sw.js']) rewrite(join(folder, name), join(folder, name))
  const main = join(assets, readdirSync(assets).find((name) => /^main-.*\.js$/.test(name)) ?? '')
  writeFileSync(main, `${readFileSync(main, 'utf8')}\ndocument.documentElement.dataset.build = '${mark}'\n`)
  const worker = join(folder, 'sw.js')
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/"version":"/, `$&${mark}-`))
  return folder
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
  const { database, dataFolder, publicUrl } = instance.app.config
  await instance.app.close()
  const app = await bootApp({
    feedUrl: instance.simulator.url,
    dataFolder,
    database,
    publicPort: Number(new URL(publicUrl).port),
    feedIntervalMs: 24 * 60 * 60 * 1000,
    feedTimeoutMs: waitLimitMs,
    rateLimitFactor: 0,
    webFolder: 'dist/web',
    ...changes,
  })
  await leadAddressTo(app)
  return app
}

/** Lets the page finish what it defers by five seconds, such as registering the service worker. */
export async function settle(page: Page): Promise<void> {
  await page.clock.fastForward('00:06')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}
