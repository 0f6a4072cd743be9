import { xsrfHeader } from '#contract/opening-paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { createJsonSchemas } from './json-schemas.ts'
import type { OpenapiDocument, Operation } from './openapi-types.ts'
import { type DescribedRoute, describeOperation } from './operation.ts'
import { createProblemResponses } from './problem-responses.ts'

type Limits = Readonly<Record<'reads' | 'writes', { points: number; seconds: number }>>

/** Describes the API one route at a time, and yields to other requests in between (`runInSteps`). */
export function* buildOpenapiDocument(
  routes: readonly DescribedRoute[],
  limits: Limits,
): Generator<void, OpenapiDocument> {
  const schemas = createJsonSchemas()
  const problems = createProblemResponses({
    'application/problem+json': { schema: schemas.convert(problemDetails, 'output') },
  })
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    yield
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, { schemas, problems }) }
  }
  yield
  const used = new Set(Object.values(paths).flatMap((each) => Object.values(each).flatMap(({ tags: names }) => names)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Player Pool',
      version: '1',
      description: introduction(limits),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...used].sort().map((name) => ({ name, description: tags[name] ?? name })),
    paths: sortByKey(paths),
    components: {
      schemas: sortByKey(schemas.named),
      responses: sortByKey(problems.components),
      parameters: { IfNoneMatch: ifNoneMatch, XsrfToken: xsrfToken },
      headers,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the sign-in provider. Cookies sign nobody in.',
        },
      },
    },
  }
}

function introduction({ reads, writes }: Limits): string {
  return [
    'A golf tournament pool with a live leaderboard.',
    'Every call except the settings and the health checks needs an access token: `Authorization: Bearer …`. ' +
      '`GET /_configuration/golf` says where to sign in.',
    `A refusal is a problem (RFC 9457). A user can read ${reads.points} times in ${reads.seconds} seconds and change ` +
      `something ${writes.points} times in ${writes.seconds} seconds, unless a call has a limit of its own; then the ` +
      'response is 429 with `Retry-After`. After a 503, `Retry-After` gives the delay before the next attempt.',
    'A response with an `ETag` can be requested again with `If-None-Match`; if nothing has changed, the response is 304.',
    `A call that changes something needs the XSRF pair: the cookies of \`GET /_configuration/golf\`, and the ` +
      `value of the cookie \`XSRF-TOKEN\` in the header \`${xsrfHeader}\`.`,
  ].join('\n\n')
}

const tags: Readonly<Record<string, string>> = {
  admin: 'Calls of the admin screen.',
  entry: "The caller's own entries.",
  image: 'Pictures of the feed.',
  leaderboard: "The golfers' scores, live.",
  player: 'The golfers of the current tournament.',
  results: 'Places in ended tournaments.',
  server: 'The settings of the browser app, the health of the server, and this description.',
  tournament: 'Tournaments with their players and entries.',
  user: 'The signed-in user.',
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the version that the client has.',
  schema: { type: 'string' },
} as const

const xsrfToken = {
  name: xsrfHeader,
  in: 'header',
  required: true,
  description: 'The value of the cookie `XSRF-TOKEN`, sent together with the cookies.',
  schema: { type: 'string' },
} as const

const headers = {
  ETag: { description: 'The version of the content.', required: true, schema: { type: 'string' } },
  RetryAfter: {
    description: 'After how many seconds the call can be tried again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  WwwAuthenticate: { description: '`Bearer`', schema: { type: 'string' } },
} as const

function sortByKey<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
