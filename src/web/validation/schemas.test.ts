import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as zod from 'zod/mini'
import * as schemas from './schemas.ts'

type Zod = typeof zod
type AnySchema = zod.ZodMiniType
/** The same schema of either module, and values of which many fit. */
type Sample = { readonly build: (z: Zod) => AnySchema; readonly values: fc.Arbitrary<unknown> }

const ours = schemas as unknown as Zod

/** Values that nearly fit: the edges of the checks below. */
const edges = fc.constantFrom<unknown>(
  ...[
    undefined,
    null,
    true,
    0,
    -0,
    1,
    -1,
    2,
    3,
    5,
    6,
    1.5,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'a',
    '12',
  ],
  ...[
    'false',
    'true',
    ' padded ',
    'é𝒳𝒳',
    '\ud800',
    '2026-02-28T12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2028-02-29T01:02:03.456Z',
  ],
  ...[
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00Z',
    '2026-11-21T12:00:00+01:00',
    'https://pool.example/a?b=1',
    'mailto:a',
  ],
  ...[
    [],
    {},
    [1],
    [1, 'a'],
    ['a', 'b', 'c', 'd', 'e', 'f'],
    { a: 1 },
    { a: 1, b: 'x' },
    { type: 'a', n: 1 },
    { type: 'b' },
  ],
)

function leaf(build: Sample['build'], values: fc.Arbitrary<unknown> = edges): Sample {
  return { build, values: fc.oneof(edges, values) }
}

const leaves: readonly Sample[] = [
  leaf((z) => z.string(), fc.string({ unit: 'binary' })),
  leaf((z) => z.number(), fc.double()),
  leaf((z) => z.int(), fc.integer()),
  leaf((z) => z.boolean()),
  leaf((z) => z.unknown(), fc.anything()),
  leaf((z) => z.literal(1)),
  leaf((z) => z.literal('a')),
  leaf((z) => z.enum(['a', 'true'])),
  leaf(
    (z) => z.iso.datetime(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  leaf((z) => z.url(), fc.webUrl()),
  leaf((z) => z.int().check(z.positive(), z.maximum(5)), fc.integer({ min: -2, max: 8 })),
  leaf((z) => z.int().check(z.nonnegative()), fc.integer({ min: -2, max: 2 })),
  leaf((z) => z.int().check(z.minimum(2, 'too small'))),
  leaf((z) => z.string().check(z.minLength(1), z.maxLength(3)), fc.string({ unit: 'binary', maxLength: 5 })),
  leaf((z) => z.string().check(z.length(3)), fc.string({ unit: 'grapheme', maxLength: 5 })),
  leaf((z) => z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'digits'))),
  leaf((z) =>
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.trim()),
      ),
      z.string().check(z.minLength(1)),
    ),
  ),
  leaf((z) => z.pipe(z.string().check(z.refine((text) => text.length < 4, 'long')), z.transform(Number))),
]

function wrap(inner: Sample): Sample[] {
  const { build, values } = inner
  const object = fc.record({ a: values, b: values }, { requiredKeys: [] })
  const more = fc.record({ a: values, b: values, more: values }, { requiredKeys: [] })
  const list = fc.array(values, { maxLength: 3 })
  return [
    leaf((z) => z.nullable(build(z)), values),
    leaf((z) => z.optional(build(z)), values),
    leaf((z) => z.array(build(z)), list),
    leaf((z) => z.array(build(z)).check(z.length(2)), list),
    leaf((z) => z.array(build(z)).check(z.maxLength(1)), list),
    leaf((z) => z.tuple([build(z), z.string()]), list),
    leaf((z) => z.object({ a: build(z), b: z.optional(build(z)) }), more),
    leaf((z) => z.strictObject({ a: z.nullable(build(z)), b: z.optional(z.nullable(build(z))) }), more),
    leaf((z) => z.extend(z.object({ a: build(z) }), { b: z._default(z.nullable(build(z)), null) }), object),
    leaf((z) => z.record(z.string(), build(z)), fc.dictionary(fc.constantFrom('a', '__proto__', 'toString'), values)),
    leaf((z) => z.union([z.literal(0), build(z), z.strictObject({ a: z.int() })]), values),
    leaf(
      (z) =>
        z.discriminatedUnion('type', [
          z.object({ type: z.literal('a'), n: build(z) }),
          z.object({ type: z.literal('b') }),
        ]),
      fc.record({ type: fc.constantFrom('a', 'b', 'c'), n: values }, { requiredKeys: [] }),
    ),
  ]
}

function compare({ build, values }: Sample): void {
  const [expected, actual] = [build(zod), build(ours)]
  fc.assert(
    fc.property(values, (input) => {
      const { success, data } = expected.safeParse(input)
      expect(actual.safeParse(input)).toEqual(success ? { success, data } : { success })
    }),
    { numRuns: 30 },
  )
}

describe('the schemas of the built app', () => {
  const once = leaves.flatMap(wrap)

  test('accept and return what zod does', () => {
    for (const sample of [...leaves, ...once]) compare(sample)
  })

  test('accept and return what zod does inside each other', () => {
    fc.assert(fc.property(fc.constantFrom(...once.flatMap(wrap)), compare), { numRuns: 80 })
  })

  test('throw where zod does', () => {
    expect(() => schemas.object({ a: schemas.int() }).parse({ a: 1.5 })).toThrow(TypeError)
    expect(schemas.object({ a: schemas.int() }).parse({ a: 1, b: 2 })).toEqual({ a: 1 })
  })

  test('are all that the contract and the app use', () => {
    const files = globSync('src/{contract,web}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
    const used = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bz\.([a-z_]\w*)/g)].map(([, name]) => name),
    )
    expect(used.length).toBeGreaterThan(100)
    const types = ['infer', 'input', 'output']
    expect([...new Set(used)].filter((name) => !types.includes(name ?? '') && !((name ?? '') in schemas))).toEqual([])
  })
})
