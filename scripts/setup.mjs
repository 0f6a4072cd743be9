// Brings a bare clone to where the other commands can start. It is the one file that the system's own Node
// runs (20 or newer): it installs the packages, among them the Node 24 that everything after it uses, and with
// --web builds the browser app. Each step is skipped when its result is newer than what it is made from. What stands
// after -- is then run by the installed Node: a shell that has once looked up "node" would go on using the old one.
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
  // No package's install script is needed: what has to be binary is shipped inside the packages.
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
  // Ctrl-C in a terminal reaches the program too; a second time would end it in the middle of stopping.
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
