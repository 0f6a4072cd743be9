import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routePaths, xsrfHeader } from '#contract/paths.ts'
import { withoutReferences } from '../support/openapi-requests.ts'
import { routes } from '../support/route-requests.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

type Content = Record<string, { schema: { $ref?: string } }>
type Operation = {
  operationId: string
  summary: string
  security: unknown[]
  parameters: { name: string; in: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content?: Content }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

let pool: TestPool
let document: Document
/** The document with its references replaced by the components. */
let complete: Document
beforeAll(async () => {
  pool = await openTestPool({ withoutScores: true })
  document = (await (await pool.call(routePaths.openapi)).json()) as Document
  complete = withoutReferences(document) as Document
})
afterAll(() => pool.close())

function listOperations({ paths }: Document): [key: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    ]),
  )
}

it('the API description follows the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  // Ids are digits, so these are never confused; the rule looks at the names only.
  const end = toTemplate(routePaths.tournamentEnd)
  const files = [routePaths.tournamentBundle, routePaths.tournamentCalendarFile, routePaths.tournamentStandings].map(
    toTemplate,
  )
  expect(found.toSorted()).toEqual(
    files.map(
      (file) =>
        `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: \`${end}\` and \`${file}\`.`,
    ),
  )
})

const toTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

it('the API description has every route, each with an id and a summary of its own', () => {
  const operations = listOperations(document)
  expect(operations.map(([key]) => key).sort()).toEqual(routes.map(({ key }) => key).sort())
  for (const [key, { operationId, summary }] of operations) {
    expect(operationId, key).toMatch(/^[a-z]+[A-Z]\w+$/)
    expect(summary, key).toMatch(/^[A-Z].*[^.]$/)
  }
  expect(new Set(operations.map(([, { summary }]) => summary)).size).toBe(operations.length)
})

it('the bodies of requests and responses have named schemas', () => {
  const unnamed = listOperations(document).flatMap(([key, { requestBody, responses }]) =>
    [requestBody?.content, responses['200']?.content]
      .filter((content) => content?.['application/json'] && !content['application/json'].schema.$ref)
      .map(() => key),
  )
  // The description itself, and a body without content.
  expect(unnamed).toEqual([
    'POST /api/admin/results/:tournamentId',
    'POST /api/admin/withdrawals/:tournamentId',
    'POST /api/notices/test',
    'GET /api/openapi.json',
  ])
  expect(document.components.schemas).toMatchObject({ Entry: {}, Leaderboard: {}, ProblemDetails: {}, Tournament: {} })
})

it('the API description states roles, the headers that a change needs and rate limits', () => {
  const { paths } = complete
  expect(paths['/api/leaderboard/{tournamentId}']?.['get']?.security).toEqual([{ bearer: [] }])
  expect(paths['/healthz']?.['get']?.security).toEqual([])
  expect(paths['/api/admin/mergeUsers']?.['post']).toMatchObject({
    description: expect.stringMatching(/Required role: admin.* At most 10 calls per user in 3600 seconds/s),
    parameters: [{ name: xsrfHeader, in: 'header', required: true }],
  })
  for (const path of ['/api/tournament/{tournamentId}/standings.csv', '/api/admin/clearCache']) {
    expect(JSON.stringify(paths[path])).not.toContain(xsrfHeader)
  }
})

it('every refusal is a problem: a token refused, too many calls and an unavailable server, with Retry-After', () => {
  const problem = {
    'application/problem+json': { schema: expect.objectContaining({ required: ['type', 'title', 'status'] }) },
  }
  const retry = { headers: { 'Retry-After': { schema: { type: 'integer' } } }, content: problem }
  for (const [key, { responses, security }] of listOperations(complete)) {
    expect(responses, key).toMatchObject({ 400: { content: problem }, default: { content: problem } })
    if (security.length === 0) continue
    expect(responses, key).toMatchObject({ 401: { content: problem }, 429: retry, 503: retry })
  }
  expect(complete.paths['/api/entry']?.['post']?.responses['409']?.description).toBe(
    '- `urn:player-pool:problem:entries-closed`: Entries are closed: the tournament has started.\n' +
      '- `urn:player-pool:problem:entry-exists`: You already have an entry in this tournament.\n' +
      '- `urn:player-pool:problem:entry-removed`: An organiser has removed your entry.\n' +
      '- `urn:player-pool:problem:entry-sealed`: You entered on another device; your picks are saved.',
  )
})

it('exactly the responses with an ETag are described with it and with 304', async () => {
  const conditional = listOperations(complete).filter(([, { responses }]) => responses['304'])
  expect(conditional.map(([key]) => key)).toEqual([
    'GET /api/image',
    'GET /api/leaderboard/:tournamentId',
    'GET /api/leaderboard/:tournamentId/history',
    'GET /api/openapi.json',
    'GET /api/season/places',
    'GET /api/season/:seasonKey',
    'GET /api/tournament/:tournamentId',
    'GET /api/tournament/:tournamentId/bundle',
  ])
  for (const [, { responses, parameters }] of conditional) {
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }))
    for (const status of ['200', '304']) expect(responses[status]?.headers).toHaveProperty('ETag')
  }
})

it('the description is revalidated', async () => {
  const { status, headers } = await pool.call(routePaths.openapi)
  expect(status).toBe(200)
  const again = await pool.call(routePaths.openapi, null, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
