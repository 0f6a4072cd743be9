import { findPasswordError } from '#built/harness.mjs'
import type { BenchRow } from './bench-row.ts'

/** No request occupies the event loop for longer (docs/security.md, 4.3). */
const goalMs = 50
const runs = 8

const owner = { email: `${'e'.repeat(240)}@example.org`, name: 'n'.repeat(100), poolName: 'p'.repeat(60) }
const slowest = [
  'emeraldpussycatbabrooksaflowersshotgunaabbab142536loganaababygirlroosterbmulderarichieabarbieabbkitt',
  '/happy/andrewVvVpackardVronnie123qweasdzxc246810/hannibalVvhousevcartergirlV\\russellVgarden/angelsVv',
  '!Fk6[&Kp;`+Pu@e0UzEj5Z%Jo:_*Ot'.repeat(4),
  'p4$$w0rd'.repeat(100),
  '1'.repeat(1024),
]

/** The CPU time of judging the slowest password that was found, once the dictionary is loaded. */
export async function* measurePasswords(): AsyncGenerator<BenchRow> {
  let value = 0
  for (const password of slowest) {
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < runs; run += 1) {
      const before = process.threadCpuUsage()
      await findPasswordError(password, owner)
      least = Math.min(least, process.threadCpuUsage(before).user / 1000)
    }
    value = Math.max(value, least)
  }
  yield { name: 'CPU of judging the slowest password', value, max: goalMs, unit: 'ms' }
}
