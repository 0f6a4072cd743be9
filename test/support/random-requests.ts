import { identityPaths } from '#contract/identity-page-paths.ts'
import { routePaths } from '#contract/paths.ts'
import type { Random } from '#simulator/seeded-random.ts'

/** Random requests as text, so that nothing between the test and the server makes them valid. */

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PURGE',
  'get',
  'X',
]

const pages = ['/', '/pool', '/pool/3', '/entry/edit/7', '/results', '/authentication/login-callback', '/index.html']
const files = [
  '/assets/main.js',
  '/assets/',
  '/sw.js',
  '/account.css',
  '/icon.svg',
  '/missing.png',
  '/manifest.webmanifest',
]
const provider = [
  ...['/connect/authorize', '/connect/token', '/connect/userinfo', '/connect/endsession', '/connect'],
  ...['/.well-known/openid-configuration', '/.well-known/openid-configuration/jwks', '/.well-known/x', '/Identity'],
]
const paths = [...Object.values(routePaths), ...Object.values(identityPaths), ...pages, ...files, ...provider]

const oddSegments = [
  ...[
    '%ff',
    '%',
    '%zz',
    '%00',
    '%0d%0a',
    '%c0%80',
    '%ed%a0%80',
    '%2e%2e',
    '%2f',
    '%5c',
    '%25ff',
    '%E0%A4%A',
    '%61',
    '%u0041',
  ],
  ...[
    '..',
    '.',
    '',
    ';a=1',
    '*',
    '~',
    '\\',
    '{}',
    '[1]',
    '"',
    '<b>',
    '|',
    '^',
    '`',
    "'",
    '__proto__',
    'constructor',
    'verify',
  ],
  ...[
    '0',
    '-1',
    '1',
    '2',
    '01',
    '1e3',
    '1.5',
    '2147483648',
    '9'.repeat(30),
    '1'.repeat(500),
    'x'.repeat(3000),
    'caf\u00e9',
  ],
  ...['standings.csv', 'history', 'stream', 'golf', 'golf%20', 's1', '2026', 'current', 'all'],
]

const queries = [
  ...['', '', '', '?', '?x', '?=', '?%ff', '?a=%', '?a[]=1&a[__proto__]=2', '?includePlayers=true&includeEntries=true'],
  ...[
    '?before=-1',
    '?before=1',
    '?path=/i/x.png',
    '?path=%ff',
    '?code=%00',
    '?client_id=golf',
    '?client_id=%ff',
    '#part',
    '?x#y',
  ],
]

/** Targets that are no path. */
const oddTargets = [
  '*',
  'api/user',
  '?x',
  '#',
  'ftp://pool.example/pool',
  'http://',
  'http:///pool',
  '//evil.example/pool',
  'x:y',
  '%ff',
]

const headerLines = [
  ...[
    'Accept: text/html',
    'Accept: application/json',
    'Accept: ;;',
    'Accept-Encoding: br',
    'Accept-Encoding: gzip;q=x, *',
  ],
  ...[
    'Accept-Language: de',
    'Cookie: xsrf=1; XSRF-TOKEN=1',
    'Cookie: ====;;',
    'Cookie: identity=x; identity.sig=y',
    'Cookie: a=%ff',
  ],
  ...[
    'X-XSRF-TOKEN: 1',
    'If-None-Match: *',
    'If-None-Match: "x", W/',
    'If-Modified-Since: yesterday',
    'Range: bytes=0-1',
  ],
  ...['Origin: http://localhost:8080', 'Origin: https://evil.example', 'Origin: null', 'Sec-Fetch-Site: cross-site'],
  ...['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document', 'X-Forwarded-For: ::1', 'X-Forwarded-Host: evil.example'],
  ...['Forwarded: for=%ff', 'X-HTTP-Method-Override: DELETE', 'Last-Event-ID: -1', 'Expect: 100-continue', 'Expect: x'],
  ...[
    'Upgrade: websocket',
    'TE: trailers',
    'Host: evil.example',
    'Host:',
    'X: \u00ff',
    'bad line',
    `X-Long: ${'x'.repeat(20_000)}`,
  ],
]

const types = [
  ...['application/json', 'application/json', 'application/json; charset=utf-16', 'text/plain', 'text/csv', ''],
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json;;', '\u00ff/x'],
]

const bodies = [
  ...[
    '',
    '{}',
    '[]',
    'null',
    '1',
    '"x"',
    '{',
    '[1,',
    'NaN',
    '{"id":1,"id":2}',
    '{"__proto__":{"isAdmin":true}}',
    '\u0000',
  ],
  ...[
    '['.repeat(5000),
    `{"a":"${'x'.repeat(5000)}"}`,
    '{"userId":1,"action":"x"}',
    '{"name":"\\ud800"}',
    'a=1&a=2',
    'a=%ff',
  ],
  ...['{"constructor":{"prototype":{}}}', '{"tournamentId":1,"selections":[]}', '\ufeff{}', '--x\r\n\r\n--x--'],
]

/** A request of one of these people, or of nobody. `ids` are those of tournaments and users. */
export function createRandomRequest(random: Random, tokens: readonly string[], ids: readonly number[]): string {
  const chance = (share: number) => random.next() < share
  const method = random.pick(methods)
  const path = createPath(random, ids)
  const target = chance(0.01)
    ? random.pick(oddTargets)
    : `${chance(0.02) ? 'http://pool.example' : ''}${path}${random.pick(queries)}`
  const lines = chance(0.97) ? ['Host: pool.example'] : []
  if (chance(0.6)) lines.push(`Authorization: Bearer ${random.pick(tokens)}`)
  else if (chance(0.2))
    lines.push(`Authorization: ${random.pick(['Bearer', 'Bearer x.y.z', 'Basic eDp5', 'Bearer \u00ff', ''])}`)
  while (chance(0.4)) lines.push(random.pick(headerLines))
  const body = method !== 'GET' || chance(0.05) ? toBytes(random.pick(bodies)) : ''
  if (body !== '' || chance(0.1)) lines.push(`Content-Type: ${random.pick(types)}`)
  const isChunked = body !== '' && chance(0.1)
  if (isChunked) lines.push('Transfer-Encoding: chunked')
  else if (body !== '') lines.push(`Content-Length: ${body.length}`)
  const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const version = chance(0.98) ? 'HTTP/1.1' : random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP'])
  const head = [`${method} ${target} ${version}`, ...lines, 'Connection: close'].join('\r\n')
  return `${head}\r\n\r\n${sent}`
}

/** One character for each byte. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function createPath(random: Random, ids: readonly number[]): string {
  const chance = (share: number) => random.next() < share
  const segments = random.pick(paths).split('/').slice(1)
  const filled = segments.map((segment) => {
    if (segment.startsWith(':')) return chance(0.6) ? String(random.pick(ids)) : random.pick(oddSegments)
    return chance(0.05) ? random.pick(oddSegments) : segment
  })
  if (chance(0.15)) filled.push(random.pick(oddSegments))
  if (chance(0.05)) filled.unshift(random.pick(oddSegments))
  const path = `/${filled.join('/')}`
  return toBytes(chance(0.1) ? encodeSome(random, path) : path)
}

/** Writes some characters in percent encoding, also where none is needed. */
function encodeSome(random: Random, path: string): string {
  const encode = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
  return path.replace(/[^/%]/g, (character) =>
    random.next() < 0.2 ? [...Buffer.from(character)].map(encode).join('') : character,
  )
}
