// Prepares a clone for the other commands. Only this file runs on the system's Node (20 or newer): it installs the
// packages, including the Node 24 that runs everything else, and with --web builds the browser app. A step is skipped
// if its result is newer than its sources. The command after -- runs on the installed Node, because a shell may have
// cached the path of the old one.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const windows = process.platform === 'win32'
const lastInstall = 'node_modules/.package-lock.json'
const builtPage = 'dist/web/index.html'

function changedAt(path) {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

function run(command, ...args) {
  execFileSync(windows ? `${command}.cmd` : command, args, { stdio: 'inherit', shell: windows })
}

if (changedAt(lastInstall) < Math.max(changedAt('package.json'), changedAt('package-lock.json'))) {
  console.log('Installing packages …')
  // No install scripts are needed: native binaries are shipped in the packages.
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
}

const webSources = ['src/web', 'src/domain', 'src/contract', 'vite.config.ts', 'scripts', lastInstall]
if (process.argv.includes('--web') && changedAt(builtPage) < Math.max(...webSources.map(changedAt))) {
  console.log('Building the browser app …')
  run('npm', 'exec', '--', 'vite', 'build', '--logLevel', 'warn')
}

const separator = process.argv.indexOf('--')
if (separator > 0) runProgram(process.argv.slice(separator + 1))

function runProgram(args) {
  const child = spawn('node', args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to the program as well; a second signal would interrupt its shutdown.
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
