import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * The only place that looks for programs that a machine may lack. A test that needs one asks for it here, and is skipped
 * without it. `WITHOUT=nginx,caddy` hides programs, `WITHOUT=all` hides all of them (CONTRIBUTING.md).
 */

/** Finds the path of each program; for PostgreSQL, that of the folder with its programs. */
const finders = {
  postgresql: findPostgres,
  nginx: () => findInPath('nginx'),
  caddy: () => findInPath('caddy'),
  openssl: () => findInPath('openssl'),
  mount: findMount,
  bash: () => findInPath('bash'),
  tar: () => findInPath('tar'),
  git: () => findInPath('git'),
  sha256sum: () => findInPath('sha256sum'),
  script: () => findInPath('script'),
}

export type OptionalProgram = keyof typeof finders

const hidden = readHidden(process.env['WITHOUT'])
const found = new Map<OptionalProgram, string | undefined>()

/** The path of the program; undefined if it is not installed or hidden. */
export function findProgram(name: OptionalProgram): string | undefined {
  if (hidden.has(name)) return undefined
  if (!found.has(name)) found.set(name, finders[name]())
  return found.get(name)
}

/** For tests that are skipped without it. */
export function requireProgram(name: OptionalProgram): string {
  const path = findProgram(name)
  if (path === undefined) throw new Error(explainMissing(name))
  return path
}

/** For `skipIf`: whether one of the programs is missing. Then it prints what is skipped, and which program it lacks. */
export function lacks(skipped: string, ...names: readonly OptionalProgram[]): boolean {
  const missing = names.filter((name) => findProgram(name) === undefined)
  if (missing.length > 0) console.log(`Skipped: ${skipped} (${missing.map(explainMissing).join(', ')})`)
  return missing.length > 0
}

export function explainMissing(name: OptionalProgram): string {
  return hidden.has(name) ? `${name} is hidden by WITHOUT` : `${name} is not installed`
}

/** The names in `WITHOUT`. Throws an error that names the first unknown one. */
function readHidden(setting = ''): ReadonlySet<OptionalProgram> {
  const known = Object.keys(finders) as OptionalProgram[]
  if (setting === 'all') return new Set(known)
  const names = setting.split(',').map((name) => name.trim())
  return new Set(
    names
      .filter((name) => name !== '')
      .map((name) => {
        const program = known.find((one) => one === name)
        if (program) return program
        throw new Error(`WITHOUT: ${name} is not an optional program. Use all, ${known.join(', ')}.`)
      }),
  )
}

/** Debian does not add /usr/sbin to everybody's PATH. */
function findInPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Debian does not add its programs to PATH. Tests stop the server together with its sessions, which `ps` lists. */
function findPostgres(): string | undefined {
  if (findInPath('ps') === undefined) return undefined
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/opt/homebrew/bin']
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** It is usable by root only, and in most containers by nobody. */
function findMount(): string | undefined {
  const path = findInPath('mount')
  if (path === undefined || process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-mount-'))
  try {
    execFileSync(path, ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return path
  } catch {
    return undefined
  } finally {
    rmdirSync(folder)
  }
}
