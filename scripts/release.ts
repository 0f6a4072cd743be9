/**
 * `npm run release`: the built product as an archive that starts without npm, a registry or an installed Node.
 *
 *   npm run release                      dist/player-pool-VERSION-linux-x64.tar.gz with its checksum and SBOM
 *   npm run release -- --folder FOLDER   only the unpacked folder, for the container file
 *
 * It is built for the platform that the command runs on, because it contains native modules and Node itself.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { stageRelease } from './release/stage-release.ts'
import { warmCompileCache } from './release/warm-compile-cache.ts'

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const platform = `${process.platform}-${process.arch}`
if (process.platform !== 'linux')
  throw new Error('Releases can be built only on Linux: run this on Linux or in a container.')

const name = `player-pool-${version}`
const archiveName = `${name}-${platform}`
const folder = values.folder ?? join('dist/release', name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
stageRelease(folder)
await warmCompileCache(folder)
if (values.folder === undefined) pack()
else console.log(`${folder} is ready: ${folder}/player-pool starts it.`)

function pack(): void {
  const archive = join('dist', `${archiveName}.tar.gz`)
  writeFileSync(join('dist', `${archiveName}.cdx.json`), readFileSync(join(folder, 'sbom.cdx.json')))
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${timeOfCommit()}`]
  execFileSync('tar', ['-C', 'dist/release', ...owner, '-czf', archive, name], { stdio: 'inherit' })
  rmSync('dist/release', { recursive: true })
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`)
  console.log(`${archive} is ready, with its checksum (.sha256) and SBOM (.cdx.json).`)
}

/** The commit's time, so that builds of a commit are reproducible. */
function timeOfCommit(): string {
  if (!existsSync('.git')) return '@0'
  return `@${execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim()}`
}
