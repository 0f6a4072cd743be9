// Prepares a clone for the other commands: installs the packages, including the Node 24 that runs everything else and with
// --dev those of tests and checks, and with --build builds the programs and the browser app. A step is skipped if its
// result is newer than its sources. The command after -- runs on that Node. With --check-build, it only says with its exit code whether the build is current.
// Only this file runs on the system's Node. It must parse on old versions of Node, so that their users see which version
// they need instead of a syntax error.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

const windows = process.platform === 'win32'
const machine = `${windows ? 'win' : process.platform}-${process.arch}`
const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const nodePackage = `node-${machine}`
const nodeVersion = optionalDependencies[nodePackage]
const nodePath = join(nodePackage, 'bin', windows ? 'node.exe' : 'node')
/** The inputs of the last complete installation. */
const recordFile = 'node_modules/.player-pool.json'
const temporaryFolder = 'node_modules/.player-pool'

const separator = process.argv.indexOf('--')
const options = process.argv.slice(2, separator < 0 ? undefined : separator)

checkVersion()
if (options.includes('--check-build')) process.exit(isBuildCurrent() ? 0 : 1)
const record = installPackages()
if (options.includes('--build')) build()
if (separator > 0) runProgram(process.argv.slice(separator + 1))

function checkVersion() {
  const needed = nodeVersion ? 20 : 24
  if (majorOf(process.version) < needed) refuseNode(needed)
}

function refuseNode(needed) {
  giveUp(
    `Player Pool needs Node ${needed} or newer on this machine (${machine}), and this is Node ${process.versions.node}.\n` +
      'Install the current LTS version from https://nodejs.org/en/download, then run the command again.',
  )
}

function majorOf(version) {
  return Number(version.replace('v', '').split('.')[0])
}

function giveUp(reason) {
  console.error(reason)
  process.exit(1)
}

/** When a file or anything in a folder was last changed, apart from tests; 0 if there is none. */
function changedAt(path) {
  if (!existsSync(path) || /\.test\.tsx?$/.test(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

function installPackages() {
  // npm puts the installed Node first in the PATH of its scripts, so `process.version` may not be the system's.
  const [, systemVersion] = /node\/(\S+)/.exec(process.env.npm_config_user_agent || '') || [null, process.version]
  const known = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : { dev: false }
  // Earlier installations, whose records do not say it, have all packages. What is there stays, whichever command comes next.
  const hasDev = known.dev !== false
  const made = { node: majorOf(systemVersion), machine, dev: hasDev || options.includes('--dev') }
  const isComplete = changedAt(recordFile) >= Math.max(changedAt('package.json'), changedAt('package-lock.json'))
  const isSame = known.node === made.node && known.machine === made.machine && hasDev === made.dev
  if (isComplete && isSame && existsSync(known.runtime)) return known

  console.log('Installing packages …')
  checkRegistry()
  const installed = join('node_modules', nodePath)
  const runtime = doesRun(installed) ? installed : installNode()
  // The build needs no development dependencies. Tracked files stay unchanged, so that a pull has no conflict.
  runNpm(runtime, made.dev ? '--include=dev' : '--omit=dev')
  rmSync(temporaryFolder, { recursive: true, force: true })
  made.runtime = doesRun(installed) ? installed : process.execPath
  if (made.runtime === process.execPath && majorOf(process.version) < 24) refuseNode(24)
  writeFileSync(recordFile, `${JSON.stringify(made)}\n`)
  return made
}

/** Some packages cannot be installed on an old Node, so old versions install the new Node first. */
function installNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (!nodeVersion || major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))
    return process.execPath
  runNpm(process.execPath, '--prefix', temporaryFolder, `${nodePackage}@${nodeVersion}`)
  const runtime = join(temporaryFolder, 'node_modules', nodePath)
  if (!doesRun(runtime)) refuseNode(24)
  return runtime
}

/** False if it is missing or built for another C library. */
function doesRun(node) {
  return existsSync(node) && spawnSync(node, ['--version']).status === 0
}

/** Without a network, npm would retry every package for minutes before it reports the error. */
function checkRegistry() {
  const fetchLimits = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000']
  const { stderr } = spawnNpm(process.execPath, 'ignore', 'view', 'zod', 'version', ...fetchLimits)
  explainNetworkFault(stderr)
}

function runNpm(runtime, ...args) {
  // No install scripts are needed: native binaries are shipped in the packages.
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnNpm(runtime, 'inherit', 'install', ...flags, ...args)
  if (status === 0) return
  explainNetworkFault(stderr)
  giveUp(`${stderr}The packages could not be installed.`)
}

function spawnNpm(runtime, output, ...args) {
  const { error, status, stderr } = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
    shell: windows,
    env: withPath(runtime),
  })
  if (error) giveUp(`npm, which comes with Node, could not be started: ${error.message}.`)
  return { status, stderr }
}

function explainNetworkFault(stderr) {
  const offline =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/
  const [fault] = offline.exec(stderr) || []
  if (!fault) return
  giveUp(
    `The packages could not be downloaded, because npm cannot reach its registry (${fault}). ` +
      'Check the network and the proxy settings of npm, then run the command again.',
  )
}

/** The environment in which `node` is the runtime. */
function withPath(runtime) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH'
  return { ...process.env, [name]: [dirname(resolve(runtime)), process.env[name]].join(delimiter) }
}

function isBuildCurrent() {
  const results = ['dist/web/index.html', 'dist/server/main.mjs', 'dist/server/harness.mjs']
  const sources = ['src', 'demo', 'scripts', 'vite.config.ts', recordFile]
  return Math.min(...results.map(changedAt)) >= Math.max(...sources.map(changedAt))
}

function build() {
  if (isBuildCurrent()) return
  // Standard output is the program's, and may lead to a file.
  console.error('Building …')
  try {
    execFileSync(record.runtime, ['scripts/build.ts'], { stdio: 'inherit', env: withPath(record.runtime) })
  } catch (_error) {
    giveUp('The product could not be built.')
  }
}

function runProgram(program) {
  const child = spawn(record.runtime, ['--enable-source-maps', ...program], {
    stdio: 'inherit',
    env: withPath(record.runtime),
  })
  // A terminal sends Ctrl-C to the program as well, and npm repeats it: programs ignore a second one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => giveUp(`${record.runtime} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code
  })
}
