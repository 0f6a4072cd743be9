import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type InstalledPackages, listImports, listNeeded } from './needed-packages.ts'

/** The files of a release, apart from the packages. Node runs TypeScript directly, so the server is not built. */
const programFiles = [
  // The server's pages also have styles and scripts.
  'src/{server,contract,domain}/**/*.*',
  'scripts/admin.ts',
  'scripts/admin/**/*.ts',
  'scripts/check-audit.ts',
  'scripts/health.ts',
  'scripts/compile-cache.mjs',
]
const otherFiles = ['dist/web', 'docs', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', '.env.example']

const nodePackage = `node_modules/node-${process.platform}-${process.arch}`

/** Copies the built product from this clone to `folder`, with the packages that the server needs, and an SBOM. */
export function stageRelease(folder: string): void {
  const program = listProgramFiles()
  for (const file of [...program, ...otherFiles]) copy(file, folder)
  copyPackages(folder, listImports(program.map((file) => readFileSync(file, 'utf8'))))
  writeManifest(folder)
  writeSbom(folder)
  for (const file of globSync(['{src,scripts,docs}/**/*.{ts,mjs,md}', '*.md', '.env.example'], { cwd: folder })) {
    nameOwnCommands(join(folder, file))
  }
  mkdirSync(join(folder, 'bin'))
  renameSync(join(folder, nodePackage, 'bin/node'), join(folder, 'bin/node'))
  renameSync(join(folder, nodePackage, 'LICENSE'), join(folder, 'bin/LICENSE'))
  rmSync(join(folder, nodePackage), { recursive: true })
  removeForeignBinaries(join(folder, 'node_modules/better-sqlite3'))
  const command = join(folder, 'player-pool')
  cpSync('scripts/release/player-pool.sh', command)
  chmodSync(command, 0o755)
}

export function listProgramFiles(): string[] {
  return globSync(programFiles).filter((file) => !/\.test\.ts$|tsconfig\.json$/.test(file))
}

function copy(file: string, folder: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  cpSync(file, join(folder, file), { recursive: true })
}

function copyPackages(folder: string, imports: readonly string[]): void {
  const needed = listNeeded(readInstalled(), [...imports, nodePackage.slice('node_modules/'.length)])
  for (const path of needed) {
    // Nested packages are copied separately. Node's headers are only for compilers.
    const excluded = ['node_modules', ...(path === nodePackage ? ['include', 'share'] : [])]
    const prefixes = excluded.map((name) => join(path, name))
    const filter = (source: string) => !isForDevelopers(source) && !prefixes.some((prefix) => source.startsWith(prefix))
    cpSync(path, join(folder, path), { recursive: true, filter })
  }
}

/** Types, source maps and documentation. Node does not run TypeScript from a package. */
function isForDevelopers(file: string): boolean {
  return /\.([cm]?ts|map|md)$/.test(file) && !/licen[cs]e|notice|copying/i.test(basename(file))
}

/** The packages that npm has installed in this clone. */
export function readInstalled(): InstalledPackages {
  const lock = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as { packages: InstalledPackages }
  return lock.packages
}

/**
 * Lists all production packages, including those bundled into the browser app. In a clone, `npm sbom --omit=dev` omits
 * packages that a development tool also needs, so it runs in a folder with nothing else.
 */
function writeSbom(folder: string): void {
  const tree = join(mkdtempSync(join(tmpdir(), 'sbom-')), 'player-pool')
  mkdirSync(tree)
  for (const [path, { dev, devOptional }] of Object.entries(readInstalled())) {
    if (!dev && !devOptional) copy(join(path, 'package.json'), tree)
  }
  cpSync(join(folder, 'package.json'), join(tree, 'package.json'))
  const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], { cwd: tree, encoding: 'utf8' })
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)
  rmSync(dirname(tree), { recursive: true })
}

/** The release's package.json, without development tools, for Node, npm and scanners. */
function writeManifest(folder: string): void {
  const { name, version, description, license, type, imports, dependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const kept = { name, version, description, license, private: true, type, imports, dependencies, optionalDependencies }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
}

/** In a clone, messages and pages refer to `npm run admin`; a release has its own command. */
function nameOwnCommands(file: string): void {
  const text = readFileSync(file, 'utf8')
  const own = text.replaceAll(/\bnpm run (?:--silent )?(admin|check-audit) --(?= )/g, 'player-pool $1')
  if (own !== text) writeFileSync(file, own)
}

/** Removes SQLite's sources and the binaries for other platforms from the package. */
function removeForeignBinaries(folder: string): void {
  for (const source of ['deps', 'src', 'binding.gyp']) rmSync(join(folder, source), { recursive: true, force: true })
  for (const binary of globSync('prebuilds/*.node', { cwd: folder })) {
    if (!binary.endsWith(`/${process.platform}-${process.arch}.node`)) rmSync(join(folder, binary))
  }
}
