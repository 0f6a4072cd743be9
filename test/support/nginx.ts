import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * A reverse proxy in front of several processes. It asks the next one after an error, a timeout or a 503, and marks none
 * as down: when the database fails, all would be, and nginx would answer 502 for them.
 */
export type Nginx = { url: string; stop(): Promise<void> }

/** Debian does not add /usr/sbin to everybody's PATH. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The program, or undefined if nginx is not installed. */
export const findNginx = () => findProgram('nginx')

export function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

export async function startNginx(program: string, port: number, upstreamPorts: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, toConfiguration(port, upstreamPorts))
  const args = ['-p', folder, '-e', 'error.log', '-c', file]
  execFileSync(program, ['-t', '-q', ...args])
  const child = spawn(program, args, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  return {
    url: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function toConfiguration(port: number, upstreamPorts: readonly number[]): string {
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  )
  return `
daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporaryPaths.join('\n  ')}
  upstream pool {
    ${upstreamPorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_connect_timeout 2s;
    proxy_read_timeout 10s;
    proxy_next_upstream error timeout http_503;
    location / { proxy_pass http://pool; }
    location ~ ^/api/leaderboard/[0-9]+/stream$ {
      proxy_pass http://pool;
      proxy_buffering off;
      # The server sends something every 15 seconds; a process that does not is frozen.
      proxy_read_timeout 25s;
    }
  }
}
`
}
