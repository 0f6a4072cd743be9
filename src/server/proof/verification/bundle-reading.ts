import type * as z from 'zod/mini'
import { bundle, bundleFormat, rulesVersion } from '#contract/bundle-contract.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import { bundleOfFormat1, fromFormat1, type ReadBundle } from './bundle-format-1.ts'
import { type Finding, wrong } from './finding.ts'

/** The file is not a bundle that this program can verify; the message says why. */
export class BundleError extends Error {}

/** Reads a file. Throws `BundleError` unless it has the shape of a bundle and nothing else. */
export function readBundle(bytes: Uint8Array): { read: ReadBundle; findings: Finding[] } {
  const text = decode(bytes)
  const value = requireBundle(text)
  const read = value['format'] === undefined ? fromFormat1(parseAs(bundleOfFormat1, value)) : parseAs(bundle, value)
  return { read, findings: findTextProblems(text, value, read.digest) }
}

function parseAs<T extends object>(schema: z.ZodMiniType<T>, value: object): T {
  const { data, error } = schema.safeParse(value)
  if (error) throw toBundleError(error.issues[0])
  const unknown = findUnknownField(value, data)
  if (unknown !== undefined) throw new BundleError(`It has an unknown field: ${unknown}.`)
  // The parsed values are in the order of the schema, and digests are over what was written.
  return { ...data, ...value }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new BundleError('It is compressed. A bundle is not.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BundleError('It is not a text.')
  }
}

function requireBundle(text: string): Readonly<Record<string, unknown>> {
  if (text.startsWith('Pos,'))
    throw new BundleError('It is the sheet of all picks. Verify the bundle of the tournament instead.')
  const value = Object(parseJson(text)) as Record<string, unknown>
  const { rules, format = 1 } = value
  if (typeof rules !== 'number') throw new BundleError('It is not a bundle.')
  if (rules !== rulesVersion)
    throw new BundleError(
      `It follows version ${rules} of the rules, and this program knows version ${rulesVersion}. Use the program of the pool’s version.`,
    )
  if (format !== bundleFormat && value['format'] !== undefined)
    throw new BundleError(
      `It is of format ${JSON.stringify(format)}, and this program knows the formats 1 and ${bundleFormat}. Use the program of the pool’s version.`,
    )
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BundleError(/\}\s*$/.test(text) ? 'It is not JSON.' : 'It is incomplete: download it again.')
  }
}

type Issue = { code: string; path: PropertyKey[]; keys?: string[] }

function toBundleError(issue: Issue | undefined): BundleError {
  const what =
    issue?.code === 'unrecognized_keys' ? `the unknown field ${issue.keys?.join(', ')}` : 'an impossible value'
  return new BundleError(`It has ${what} in ${issue?.path.join('.') || 'its first level'}.`)
}

/** The path of a field that the schema does not know; also where the schema ignores such fields. */
function findUnknownField(given: unknown, known: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(Object(known), key)) return key
    const below = findUnknownField(value, (known as Record<string, unknown>)[key])
    if (below !== undefined) return `${key}.${below}`
  }
  return undefined
}

/** The digest, which comes last, is that of the text before it; and the JSON is written as the pool writes it. */
function findTextProblems(text: string, value: unknown, digest: string): Finding[] {
  const written = text.trimEnd()
  const end = `,"digest":"${digest}"}`
  const isSame = written.endsWith(end) && sha256Hex(written.slice(0, -end.length)) === digest
  return [
    ...(isSame ? [] : [wrong('The file was changed after the pool wrote it: its digest is another.')]),
    ...(JSON.stringify(value) === written
      ? []
      : [wrong('The file is not written as the pool writes it: it has spaces, or a field twice.')]),
  ]
}
