/**
 * `npm run test:mutation`: Stryker mutates the domain and the policy table in thousands of ways. A mutant that no test
 * kills is a survivor. Stryker is installed by the first run, because it has more packages than the product. Arguments
 * are passed on: `npm run test:mutation -- --mutate src/domain/names/names.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const version = '10.1.1'
// Inside this repository's node_modules, so that the plugin finds Vitest.
const folder = resolve('node_modules/.cache/mutation')
const program = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')

if (!existsSync(program)) install()
const { status } = spawnSync(
  process.execPath,
  [program, 'run', 'test/mutation/stryker.config.json', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1

function install(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  // Without peer dependencies: this repository's Vitest is used.
  execFileSync('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
}
