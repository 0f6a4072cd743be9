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
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { toArchiveReadme } from './archive-readme.ts'
import { nativePackages } from './native-packages.ts'
import { listRuntimePackages, toRuntimeManifest } from './runtime-packages.ts'

const files = ['dist/web', 'dist/server', 'docs', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', '.env.example']

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const manifest = toRuntimeManifest(JSON.parse(readFileSync('package.json', 'utf8')))
const platform = `${process.platform}-${process.arch}`
if (process.platform !== 'linux')
  throw new Error('Releases can be built only on Linux: run this on Linux or in a container.')

const name = `player-pool-${manifest.version}`
const folder = values.folder ?? join('dist/release', name)
rmSync(folder, { recursive: true, force: true })
stage()
// Fails if a package is missing.
execFileSync(join(folder, 'player-pool'), ['admin', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] })
if (values.folder === undefined) pack()
else console.log(`${folder} is ready: ${folder}/player-pool starts it.`)

/** Copies the product to the folder without what only tests use, with Node, the packages that are not bundled and an SBOM. */
function stage(): void {
  for (const path of files) copy(path, path)
  writeFileSync(join(folder, 'README.md'), toArchiveReadme(readFileSync('README.md', 'utf8'), manifest.version))
  for (const path of globSync('dist/server/harness.mjs*')) rmSync(join(folder, path))
  copy('scripts/player-pool.sh', 'player-pool')
  for (const file of ['bin/node', 'LICENSE']) copy(`node_modules/node-${platform}/${file}`, `bin/${basename(file)}`)
  // The native code itself may be in a package for the platform.
  for (const path of globSync(nativePackages.map((native) => `node_modules/${native}{,-*}`))) copy(path, path)
  const sqlite = join(folder, 'node_modules/better-sqlite3')
  for (const path of globSync(`${sqlite}/{deps,src,build,prebuilds/!(${platform}).node}`))
    rmSync(path, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), describePackages())
}

function copy(from: string, to: string): void {
  cpSync(from, join(folder, to), { recursive: true })
}

/**
 * The SBOM of all packages of the product, including the bundled ones. In a clone, `npm sbom` would add those of the build
 * and of the tests, so it runs in a folder with nothing else.
 */
function describePackages(): string {
  const tree = mkdtempSync(join(tmpdir(), 'player-pool-sbom-'))
  const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'))
  for (const path of listRuntimePackages(manifest, packages))
    cpSync(join(path, 'package.json'), join(tree, path, 'package.json'))
  writeFileSync(join(tree, 'package.json'), JSON.stringify(manifest))
  const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], { cwd: tree, encoding: 'utf8' })
  rmSync(tree, { recursive: true })
  return sbom
}

function pack(): void {
  const archive = join('dist', `${name}-${platform}.tar.gz`)
  cpSync(join(folder, 'sbom.cdx.json'), join('dist', `${name}-${platform}.cdx.json`))
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
