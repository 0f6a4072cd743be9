import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dataPrefixes, identityPrefixes, isBelow } from '#contract/paths.ts'
import type { Config } from '#server/platform/settings/config.ts'
import type { HttpServer } from './http-server.ts'
import { policyTable } from './policy-table.ts'
import { Problem } from './problem.ts'
import { pathOf } from './routed-url.ts'
import { chooseEncoding, type Encoding, matchesTag, toDigest } from './snapshot.ts'
import type { Xsrf } from './xsrf.ts'

export type WebFile = {
  type: string
  etag: string
  /** Whether the file name contains a hash of the content, so that browsers can cache the file indefinitely. */
  immutable: boolean
  /** Precompressed by the build if that makes the file smaller. */
  bytes: Partial<Record<Encoding, Buffer>>
  /** Replaces the Content-Security-Policy of the app's pages. */
  policy?: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

const serverPrefixes = [...dataPrefixes, ...identityPrefixes]

const encodingByExtension = { '.br': 'br', '.gz': 'gzip' } as const

/** The files by path. */
export type WebFiles = Map<string, WebFile>

/**
 * Reads the built browser app into memory: a few hundred kilobytes. If the service worker is off, the self-destroying
 * one replaces it.
 */
export function readWebFiles(folder: string, serviceWorker: Config['serviceWorker']): WebFiles {
  const files: WebFiles = new Map()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const type = types[extname(file)]
    if (type === undefined) continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    files.set(path, readWebFile(file, path, type))
  }
  const selfDestroying = files.get('/sw-unregister.js')
  if (serviceWorker === 'off' && selfDestroying !== undefined) files.set('/sw.js', selfDestroying)
  return files
}

function readWebFile(file: string, path: string, type: string): WebFile {
  const identity = readFileSync(file)
  const bytes: WebFile['bytes'] = { identity }
  for (const [extension, encoding] of Object.entries(encodingByExtension)) {
    if (existsSync(file + extension)) bytes[encoding] = readFileSync(file + extension)
  }
  return { type, etag: toDigest(identity), immutable: isImmutable(path), bytes }
}

/** A file that the build does not have in this form, compressed like the others. */
export function createWebFile(path: string, content: string | Buffer): WebFile {
  const identity = Buffer.from(content)
  const type = types[extname(path)] ?? 'application/octet-stream'
  const bytes = /^(text|application)\/|svg/.test(type)
    ? { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity, { level: 9 }) }
    : { identity }
  return { type, etag: toDigest(identity), immutable: isImmutable(path), bytes }
}

function isImmutable(path: string): boolean {
  return path.startsWith('/assets/')
}

type Options = {
  files: WebFiles
  /** The app's page for a path. */
  findPage: (path: string) => Promise<WebFile | undefined>
  xsrf: Xsrf
}

/**
 * Serves the built browser app, and everything else that no route handles. A path of the app gets the page. A missing
 * asset or an unknown API path is a real 404, because the app's update check depends on it.
 */
export function addWebFiles(server: HttpServer, { files, findPage, xsrf }: Options): void {
  server.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    if (isBelow(path, serverPrefixes)) throw toRoutingProblem(path, reply)
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('method-not-allowed')
    const file = files.get(path)
    if (file && path !== '/index.html') return sendFile(request, reply, file)
    const page = isPagePath(path) ? await findPage(path) : undefined
    if (!page) throw new Problem('not-found')
    xsrf.issue(request, reply)
    return sendFile(request, reply, page)
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const wanted = chooseEncoding(request.headers['accept-encoding'])
  const encoding = file.bytes[wanted] ? wanted : 'identity'
  const etag = `"${file.etag}-${encoding}"`
  reply
    .header('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', etag)
  if (file.policy !== undefined) reply.header('Content-Security-Policy', file.policy)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(file.type).send(file.bytes[encoding])
}

/** Paths of the app have no file extension. */
function isPagePath(path: string): boolean {
  return !path.startsWith('/assets/') && extname(path) === ''
}

const routes = Object.keys(policyTable).map((key) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`) }
})

function toRoutingProblem(path: string, reply: FastifyReply): Problem {
  // A path can match several patterns: `verify` is a route's own segment or another route's parameter.
  const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  if (methods.size === 0) return new Problem('not-found')
  reply.header('Allow', [...methods].join(', '))
  return new Problem('method-not-allowed')
}
