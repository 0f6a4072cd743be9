import fc from 'fast-check'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'
import { anyCharacter } from './any-character.ts'

/** Requests to every operation of an OpenAPI document: valid, nearly valid and hostile ones. */

const operation = z.object({
  parameters: z.optional(z.array(z.object({ in: z.string(), name: z.string() }))),
  requestBody: z.optional(z.unknown()),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z.optional(
        z.record(
          z.string(),
          z.object({ schema: z.optional(z.custom<Parameters<typeof fromJSONSchema>[0]>(() => true)) }),
        ),
      ),
    }),
  ),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** A copy with the components in place of the references to them. None of them contains itself. */
export function withoutReferences(part: unknown, whole: unknown = part): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutReferences(item, whole))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') return withoutReferences(find(whole, part.$ref), whole)
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutReferences(value, whole)]))
}

function find(whole: unknown, reference: string): unknown {
  const names = reference.split('/').slice(1)
  return names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], whole)
}

export type Operation = {
  /** The key in the policy table: `GET /api/tournament/:tournamentId`. */
  key: string
  /** The schema of each content type of a 200 response. */
  responses: ReadonlyMap<string, z.ZodMiniType>
  /** The description of each status. */
  statuses: ReadonlyMap<string, string>
  request: fc.Arbitrary<FuzzedRequest>
}

export type FuzzedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  /** Not always JSON. */
  body?: string
}

/** The operations of a document. `samples` has a valid body for each operation that takes one. */
export function listOperations(openapi: unknown, samples: Readonly<Record<string, unknown>>): Operation[] {
  return Object.entries(z.parse(document, withoutReferences(openapi)).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, { parameters = [], requestBody, responses }]) => {
      const method = name.toUpperCase()
      const key = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      const contents = Object.entries(responses['200']?.content ?? {})
      const statuses = Object.entries(responses).map(([status, { description }]) => [status, description] as const)
      return {
        key,
        responses: new Map(
          contents.map(([type, { schema = {} }]) => [type, fromJSONSchema(withoutUnicodeMode(schema))]),
        ),
        statuses: new Map(statuses),
        request: fc.record(
          {
            method: fc.constant(method),
            path: anyAddress(path, parameters),
            headers: anyHeaders(requestBody !== undefined),
            ...(requestBody !== undefined && { body: anyBody(samples[key]) }),
          },
          { requiredKeys: ['method', 'path', 'headers'] },
        ),
      }
    }),
  )
}

/** Ids that exist in a small database. */
const smallId = fc.integer({ min: 1, max: 9 })

/** Values of parameters that are no ids of rows: flags, ids of the feed, seasons and pictures. */
const usualValue = fc.constantFrom(
  'true',
  'false',
  '401000001',
  '12345',
  '2026',
  's1',
  '/i/teamlogos/countries/500/usa.png',
)

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    '__proto__',
    'constructor',
    '../..',
    "'; --",
    '\u0000',
    '\u202e',
    '%',
    '%ff',
  ),
  fc.constantFrom('x'.repeat(70), '9'.repeat(30), '1.5', '[1]', 'true', 'null', '{}', '１', '😀'.repeat(40)),
)

const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e308, null, true, [], {}, [[]], '2026-02-30T00:00:00Z'),
)

function anyAddress(path: string, parameters: { in: string; name: string }[]): fc.Arbitrary<string> {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
  const value = fc.oneof(
    { weight: 4, arbitrary: smallId.map(String) },
    { weight: 2, arbitrary: usualValue },
    { weight: 1, arbitrary: oddText },
  )
  const named = (where: string) =>
    fc.record(
      Object.fromEntries(parameters.filter((parameter) => parameter.in === where).map(({ name }) => [name, value])),
      where === 'query' ? { requiredKeys: [] } : {},
    )
  const extra = fc.option(fc.tuple(oddText, oddText), { freq: 10 })
  return fc.tuple(named('path'), named('query'), extra).map(([inPath, inQuery, more]) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(inPath[name] ?? ''))
    const pairs = [...Object.entries(inQuery), ...(more ? [more] : [])]
    const query = pairs.map(([name, text]) => `${encoded(name)}=${encoded(text ?? '')}`).join('&')
    return query === '' ? filled : `${filled}?${query}`
  })
}

function anyHeaders(hasBody: boolean): fc.Arbitrary<Record<string, string>> {
  const json = { 'content-type': 'application/json' }
  const type = fc.oneof(
    { weight: 20, arbitrary: fc.constant(hasBody ? json : {}) },
    { weight: 1, arbitrary: fc.constantFrom({}, { 'content-type': 'text/plain' }, { 'content-type': '' }) },
  )
  const others = fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    { 'if-none-match': '*' },
    { 'if-none-match': '"1", W/"2"' },
    { 'accept-encoding': 'br;q=0, *' },
    { 'accept-encoding': ';;' },
    { accept: 'text/html' },
    { range: 'bytes=0-1' },
    { 'last-event-id': '-1' },
    { 'x-forwarded-for': '::1, \t' },
  )
  return fc.tuple(type, others).map(([first, second]) => ({ ...first, ...second }))
}

function anyBody(sample: unknown): fc.Arbitrary<string> {
  const changes = fc.array(anyChange, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(toJson(sample)) },
    { weight: 5, arbitrary: changes.map((some) => change(sample, some)) },
    { weight: 1, arbitrary: oddValue.map(toJson) },
    {
      weight: 1,
      arbitrary: fc.oneof(oddText, fc.constantFrom('{', '[1,', '{"id":1,"id":2}', '['.repeat(5000), 'NaN')),
    },
  )
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

type Change = { at: number; kind: 'replace' | 'remove' | 'add'; value: unknown }

const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'add'),
  value: fc.oneof(oddValue, smallId),
})

/** Replaces or removes properties and items anywhere in a body, or adds a property. */
function change(body: unknown, changes: readonly Change[]): string {
  const copy = { body: structuredClone(body) }
  for (const { at, kind, value: shared } of changes) {
    // A later change may go into this one.
    const value = structuredClone(shared)
    const places = listPlaces(copy)
    const place = places[at % places.length]
    if (!place) continue
    const [parent, name] = place
    if (kind === 'add') Object.assign(parent, { [typeof value === 'string' ? value : 'isAdmin']: value })
    else if (kind === 'replace') parent[name] = value
    else delete parent[name]
  }
  return toJson(copy.body)
}

type Parent = { [name: string]: unknown }

function listPlaces(parent: Parent): [Parent, string][] {
  return Object.entries(parent).flatMap(([name, child]): [Parent, string][] => [
    [parent, name],
    ...(typeof child === 'object' && child !== null ? listPlaces(child as Parent) : []),
  ])
}

/** `fromJSONSchema` reads patterns without the flag "u", in which this class means letters such as "p" and "C". */
function withoutUnicodeMode<Schema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll(String.raw`\\p{Cc}\\p{Cs}`, String.raw`\\x00-\\x1f\\x7f-\\x9f`))
}
