import { expect, it } from 'vitest'
import { findProgram, lacks, type OptionalProgram } from './optional-programs.ts'
import { type ExitStatus, spawnProgram } from './server-process.ts'

const names: OptionalProgram[] = [
  'postgresql',
  'nginx',
  'caddy',
  'openssl',
  'mount',
  'bash',
  'tar',
  'git',
  'sha256sum',
  'script',
]

/** Asks for nginx and openssl in a new process with this `WITHOUT`. Returns its output. */
async function ask(without: string): Promise<ExitStatus & { output: string }> {
  const code = `const { lacks } = await import('./test/support/optional-programs.ts')
    console.log(lacks('the tests of a proxy', 'nginx', 'openssl'))`
  const asking = spawnProgram(process.execPath, {
    folder: '.',
    args: ['--input-type=module', '--eval', code],
    settings: { WITHOUT: without, PATH: '/nowhere', NODE_NO_WARNINGS: '1' },
  })
  return { ...(await asking.ended), output: asking.output() }
}

it('a program that is hidden or not installed is missing, and what is printed names it', async () => {
  for (const without of ['nginx,openssl', ' openssl , nginx', 'all']) {
    const { code, output } = await ask(without)
    expect([code, output.trim().split('\n')], without).toEqual([
      0,
      ['Skipped: the tests of a proxy (nginx is hidden by WITHOUT, openssl is hidden by WITHOUT)', 'true'],
    ])
  }
  expect((await ask('nginx')).output).toContain(
    'Skipped: the tests of a proxy (nginx is hidden by WITHOUT, openssl is not',
  )
})

it('an unknown name in WITHOUT is an error that lists the names', async () => {
  const { code, output } = await ask('nginx,apache')
  expect(code).toBe(1)
  expect(output).toContain(`WITHOUT: apache is not an optional program. Use all, ${names.join(', ')}.`)
})

it('what is there has a path', () => {
  for (const name of names) if (!lacks('nothing', name)) expect(findProgram(name), name).toMatch(/^\//)
})
