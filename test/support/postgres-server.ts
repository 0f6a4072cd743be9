import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findFreePort } from '#demo/free-port.ts'

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

/** Creates and starts a cluster; undefined if PostgreSQL is not installed. */
export async function startPostgresServer(settings: readonly string[] = []): Promise<PostgresServer | undefined> {
  const programs = findPrograms()
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
  const port = String(await findFreePort())
  const options = ['max_connections=300', `unix_socket_directories=${folder}`, ...settings]
  const args = ['-D', data, '-h', '127.0.0.1', '-p', port, ...options.flatMap((option) => ['-c', option])]
  const url = (database: string) => `postgres://pool@127.0.0.1:${port}/${database}`
  let running: { child: ChildProcess; exited: Promise<unknown> } | undefined

  async function start(): Promise<void> {
    if (running) return
    const child = spawn(join(programs ?? '', 'postgres'), args, { stdio: 'ignore', cwd: folder, ...owner })
    running = { child, exited: once(child, 'exit') }
    await (await connectWhenReady(url('postgres'))).end()
  }

  async function end(signal: (pid: number) => void): Promise<void> {
    if (running?.child.pid === undefined) return
    signal(running.child.pid)
    await running.exited
    running = undefined
  }

  await start()
  return {
    url,
    async query(database, statement) {
      const client = new Client({ connectionString: url(database) })
      await client.connect()
      try {
        return (await client.query(statement)).rows
      } finally {
        await client.end()
      }
    },
    start,
    kill: () => end(killFamily),
    async remove() {
      await end((pid) => process.kill(pid, 'SIGQUIT'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of the server's programs, which Debian does not add to PATH. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/opt/homebrew/bin']
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then the user that its package created runs it. */
function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function connectWhenReady(url: string): Promise<Client> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries > 300) throw error
      // The server refuses connections until it has started, and nothing announces that.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
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
