/**
 * `npm run test:mutation`: Stryker changes the domain and the policy table in thousands of ways. A change that no test
 * notices is a survivor. Stryker is installed for the first run only, because it has more packages than the product.
 * Arguments are passed on: `npm run test:mutation -- --mutate src/domain/names/names.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const version = '10.1.1'
// Below the packages of this repository, so that the plugin finds its Vitest.
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
  // Without peer dependencies: Vitest is that of this repository.
  execFileSync('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
}
