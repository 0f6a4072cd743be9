/** Checks the types of each layer against its own environment, and those of the tests against all of them. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

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
    // The build info of the last run limits the check to changed files.
    const buildInfo = join('node_modules/.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
    // One thread for each project: several would check the same library types again, and take twice the processor time.
    const options = ['--incremental', '--tsBuildInfoFile', buildInfo, '--singleThreaded']
    // A check ends before a garbage collection is worth its time.
    const env = { ...process.env, GOGC: 'off' }
    spawn('tsc', ['-p', project, ...options], { stdio: 'inherit', env }).on('close', (code) => resolve(code === 0))
  })
}

const passed = await Promise.all(projects.map(check))
projects.forEach((project, index) => {
  console.log(`${passed[index] ? 'ok  ' : 'FAIL'} ${project}`)
})
process.exitCode = passed.every(Boolean) ? 0 : 1
