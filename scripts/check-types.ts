/** Checks the types of every room, each against its own world, and of the tests against all of them. */
import { spawn } from 'node:child_process'

const projects = [
  'src/domain',
  'src/contract',
  'src/server',
  'src/simulator',
  'src/web',
  'src/web/worker',
  'tsconfig.tests.json',
]

function check(project: string): Promise<boolean> {
  return new Promise((resolve) => {
    spawn('tsc', ['-p', project], { stdio: 'inherit' }).on('close', (code) => resolve(code === 0))
  })
}

const passed = await Promise.all(projects.map(check))
projects.forEach((project, at) => {
  console.log(`${passed[at] ? 'ok  ' : 'FAIL'} ${project}`)
})
process.exitCode = passed.every(Boolean) ? 0 : 1
