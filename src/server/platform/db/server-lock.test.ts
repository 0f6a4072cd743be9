import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { createLog } from '#server/platform/log/log.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { lockServer } from './server-lock.ts'

it('a second server on a SQLite file waits for the first to end, or is refused with its process id and start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'server-lock-'))
  const config = readConfig({ DATA_DIR: folder, FEED_URL: 'http://127.0.0.1:9' })
  const log = createLog('silent')
  const first = await createApp(config, { log })

  const refusal = lockServer(config.database, log, 0)
  await expect(refusal).rejects.toThrow(join(folder, 'player-pool.db'))
  await expect(refusal).rejects.toThrow(new RegExp(`process ${process.pid} on .*, started 20\\d\\d-.*Z`))

  const second = createApp(config, { log })
  await first.close()
  await (await second).close()
  rmSync(folder, { recursive: true })
})
