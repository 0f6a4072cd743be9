import * as z from 'zod/mini'
import { schemaNames } from './schema-names.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** `input`: as a client sends it, before defaults and conversions. */
export type Direction = 'input' | 'output'

export type JsonSchemas = {
  /** The named schemas that the converted ones refer to. */
  readonly named: Record<string, JsonSchema>
  convert(schema: z.ZodMiniType, direction: Direction): JsonSchema
}

/** Turns schemas into JSON schemas whose named parts are references to components. */
export function createJsonSchemas(): JsonSchemas {
  const named: Record<string, JsonSchema> = {}

  function addNamed(name: string, schema: JsonSchema): void {
    const known = named[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`The schema ${name} differs between requests and responses, so it needs two names.`)
    }
    named[name] = schema
  }

  return {
    named,
    convert(schema, direction) {
      const {
        $schema,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, {
        metadata: schemaNames,
        io: direction,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => simplify(jsonSchema),
      })
      for (const [name, { id, ...definition }] of Object.entries($defs)) addNamed(name, referToComponents(definition))
      return referToComponents(root)
    },
  }
}

/** Removes what does not help a reader, such as the regular expression of dates, and lists constants as an enum. */
function simplify(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date-time') delete schema.pattern
  const constants = schema.anyOf?.map((each) => each.const)
  if (constants?.every((each) => typeof each === 'number')) {
    delete schema.anyOf
    Object.assign(schema, { type: 'integer', enum: constants })
  }
}

function referToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'))
}
