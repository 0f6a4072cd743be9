import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startOnPort } from '#demo/free-port.ts'
import { findProgram } from './optional-programs.ts'
import { type ServerProcess, spawnProgram, waitForServer } from './server-process.ts'

/** A temporary PostgreSQL cluster of its own, which a test can kill. */
export type PostgresServer = {
  /** The address of one of its databases. */
  url(database: string): string
  query(database: string, statement: string): Promise<Record<string, unknown>[]>
  /** Starts the server unless it is running. Resolves when it accepts connections. */
  start(): Promise<void>
  /** Kills the server and all its sessions, as a power cut does. */
  kill(): Promise<void>
  /** Stops it and removes its files. */
  remove(): Promise<void>
}

/** Creates and starts a cluster; undefined without PostgreSQL. */
export async function startPostgresServer(settings: readonly string[] = []): Promise<PostgresServer | undefined> {
  const programs = findProgram('postgresql')
  if (!programs) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-postgres-'))
  const owner = findServerUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'pool', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { stdio: 'pipe', cwd: folder, ...owner },
  )
  const options = ['max_connections=300', `unix_socket_directories=${folder}`, ...settings]
  let running: ServerProcess | undefined

  async function startOn(port: number): Promise<(database: string) => string> {
    const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...options.flatMap((option) => ['-c', option])]
    const server = spawnProgram(join(programs ?? '', 'postgres'), { folder, args, ...owner })
    running = server
    server.ended.then(() => {
      if (running === server) running = undefined
    })
    const url = (database: string) => `postgres://pool@127.0.0.1:${port}/${database}`
    // It refuses connections until it has started. Another cluster may have the port.
    await waitForServer(server, async () => {
      const [row] = await query(url('postgres'), 'show data_directory')
      return row?.['data_directory'] === data
    })
    return url
  }

  async function end(signal: (pid: number) => void): Promise<void> {
    if (running?.pid === undefined) return
    const { pid, ended } = running
    signal(pid)
    await ended
  }

  const url = await startOnPort(startOn)
  const port = Number(new URL(url('postgres')).port)
  return {
    url,
    query: (database, statement) => query(url(database), statement),
    async start() {
      if (!running) await startOn(port)
    },
    kill: () => end(killFamily),
    async remove() {
      await end((pid) => process.kill(pid, 'SIGQUIT'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then the user that its package created runs it. */
function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function killFamily(parent: number): void {
  for (const pid of listFamily(parent)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A session may have ended since it was listed.
    }
  }
}

/** The process and its children. */
function listFamily(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return [parent, ...pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))]
}
