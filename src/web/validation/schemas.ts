import { regexes } from 'zod/v4/core'

/**
 * In the built app, `zod/mini` is this module: its functions that the contract and the app use, without its messages, in a
 * tenth of its size (docs/decisions/007-plumbing-of-our-own.md). Its test compares them with zod's.
 */

const invalid = Symbol('invalid')

/** What a schema makes of a value; `invalid` if it does not fit. */
type Read = (input: unknown) => unknown
type Check = (value: unknown) => boolean
type Shape = { readonly [key: string]: Schema }

class Schema {
  readonly read: Read
  /** Whether an object may lack a property with this schema. */
  readonly isOptional: boolean

  constructor(read: Read, isOptional = false) {
    this.read = read
    this.isOptional = isOptional
  }

  check(...checks: Check[]): Schema {
    const passes = (value: unknown) => value !== invalid && checks.every((check) => check(value))
    return new Schema((input) => {
      const value = this.read(input)
      return passes(value) ? value : invalid
    }, this.isOptional)
  }

  parse(input: unknown): unknown {
    const value = this.read(input)
    if (value === invalid) throw new TypeError('The content is not as expected.')
    return value
  }

  safeParse(input: unknown): { success: boolean; data?: unknown } {
    const data = this.read(input)
    return data === invalid ? { success: false } : { success: true, data }
  }
}

class ObjectSchema extends Schema {
  readonly shape: Shape

  constructor(shape: Shape, isStrict: boolean) {
    super((input) => readObject(input, shape, isStrict))
    this.shape = shape
  }
}

function readObject(input: unknown, shape: Shape, isStrict: boolean): unknown {
  if (!isObject(input) || (isStrict && Object.keys(input).some((key) => !Object.hasOwn(shape, key)))) return invalid
  const output: Record<string, unknown> = {}
  for (const key in shape) {
    const schema = shape[key] as Schema
    const isAbsent = !(key in input)
    if (isAbsent && schema.isOptional) continue
    const value = schema.read(input[key])
    if (value === invalid || (isAbsent && value === undefined)) return invalid
    output[key] = value
  }
  return output
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

/** A schema of the values that pass a test. */
function where(test: (input: unknown) => boolean): Schema {
  return new Schema((input) => (test(input) ? input : invalid))
}

function readItems(items: readonly unknown[], schemaAt: (index: number) => Schema): unknown {
  const output: unknown[] = []
  for (const [index, item] of items.entries()) {
    const value = schemaAt(index).read(item)
    if (value === invalid) return invalid
    output.push(value)
  }
  return output
}

const object = (shape: Shape) => new ObjectSchema(shape, false)
const strictObject = (shape: Shape) => new ObjectSchema(shape, true)
const extend = ({ shape }: ObjectSchema, more: Shape) => object({ ...shape, ...more })
const array = (item: Schema) => new Schema((input) => (Array.isArray(input) ? readItems(input, () => item) : invalid))
const tuple = (items: readonly Schema[]) =>
  new Schema((input) =>
    Array.isArray(input) && input.length === items.length
      ? readItems(input, (index) => items[index] as Schema)
      : invalid,
  )
const record = (key: Schema, value: Schema) =>
  new Schema((input) => {
    if (!isObject(input)) return invalid
    const entries = Object.entries(input).filter(([name]) => name !== '__proto__')
    const output = readItems(entries, () => tuple([key, value]))
    return output === invalid ? invalid : Object.fromEntries(output as [string, unknown][])
  })

const string = () => where((input) => typeof input === 'string')
const number = () => where(Number.isFinite)
const int = () => where(Number.isSafeInteger)
const boolean = () => where((input) => typeof input === 'boolean')
const unknown = () => new Schema((input) => input)
const literal = (value: unknown) => where((input) => input === value)
const oneOf = (values: readonly unknown[]) => where((input) => values.includes(input))
const url = () => new Schema((input) => (typeof input === 'string' && URL.canParse(input) ? input.trim() : invalid))
const iso = { datetime: () => string().check(regex(regexes.datetime({}))) }

const union = (options: readonly Schema[]) =>
  new Schema((input) => {
    for (const { read } of options) {
      const value = read(input)
      if (value !== invalid) return value
    }
    return invalid
  })
const discriminatedUnion = (_key: string, options: readonly Schema[]) => union(options)

const optional = ({ read }: Schema) => new Schema((input) => (input === undefined ? undefined : read(input)), true)
const nullable = ({ read, isOptional }: Schema) =>
  new Schema((input) => (input === null ? null : read(input)), isOptional)
const withDefault = ({ read }: Schema, value: unknown) =>
  new Schema((input) => (input === undefined ? structuredClone(value) : read(input)))
const transform = (change: Read) => new Schema(change)
const pipe = (from: Schema, to: Schema) =>
  new Schema((input) => {
    const value = from.read(input)
    return value === invalid ? invalid : to.read(value)
  }, from.isOptional && to.isOptional)

const refine = (test: Check): Check => test
const regex =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(String(value))
const minimum =
  (least: number): Check =>
  (value) =>
    Number(value) >= least
const maximum =
  (most: number): Check =>
  (value) =>
    Number(value) <= most
const positive = (): Check => (value) => Number(value) > 0
const nonnegative = () => minimum(0)
const minLength =
  (least: number): Check =>
  (value) =>
    lengthOf(value) >= least
const maxLength =
  (most: number): Check =>
  (value) =>
    lengthOf(value) <= most
const length =
  (exact: number): Check =>
  (value) =>
    lengthOf(value) === exact

/** The length of a list, or of a text in characters. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : [...String(value)].length
}

export {
  array,
  boolean,
  discriminatedUnion,
  extend,
  int,
  iso,
  length,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  nonnegative,
  nullable,
  number,
  object,
  oneOf as enum,
  optional,
  pipe,
  positive,
  record,
  refine,
  regex,
  strictObject,
  string,
  transform,
  tuple,
  union,
  unknown,
  url,
  withDefault as _default,
}
