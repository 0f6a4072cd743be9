import { type Html, html, joinHtml } from '../http/html.ts'
import type { JsonSchema } from './json-schemas.ts'

/** Paragraphs, lists and code of the Markdown in our own descriptions. */
export function renderText(text: string, { inline = false } = {}): Html {
  if (inline) return renderCode(text)
  const blocks = text.split('\n\n').filter((block) => block !== '')
  return html`${blocks.map((block) => {
    const lines = block.split('\n')
    if (!lines.every((line) => line.startsWith('- '))) return html`<p>${renderCode(block)}</p>`
    return html`<ul>${lines.map((line) => html`<li>${renderCode(line.slice(2))}</li>`)}</ul>`
  })}`
}

function renderCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}

/** The properties of a named schema, or its type. */
export function renderFields(schema: JsonSchema): Html {
  const type = renderType(schema)
  return isObject(schema) ? type : html`<p>${type}</p>`
}

/** What a value looks like: a link to a named schema, a type, or a list of properties. */
export function renderType(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const choices =
    schema.enum?.map((value) => html`<code>${JSON.stringify(value)}</code>`) ?? schema.anyOf?.map(renderType)
  if (choices) return joinHtml(choices, ' or ')
  if (schema.contentSchema !== undefined) return renderDecoded(schema)
  if (schema.type === 'array') return renderArray(schema)
  if (isObject(schema)) return renderObject(schema)
  return html`${String(schema.type ?? 'any value')}${schema.format !== undefined && ` (${schema.format})`}${renderBounds(schema)}`
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === 'object' && schema.properties !== undefined
}

function renderObject({ properties = {}, required = [] }: JsonSchema): Html {
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      html`<li><code>${name}</code>${!required.includes(name) && html` <i>optional</i>`}: ${renderType(toSchema(property))}</li>`,
  )
  return html`<ul class="fields">${rows}</ul>`
}

function renderArray({ items, prefixItems, minItems, maxItems }: JsonSchema): Html {
  if (prefixItems)
    return html`a list of ${joinHtml(
      prefixItems.map((each) => renderType(toSchema(each))),
      ', ',
    )}`
  const count = [minItems !== undefined && `at least ${minItems}`, maxItems !== undefined && `at most ${maxItems}`]
  const counted = count.filter(Boolean).join(', ')
  const each = Array.isArray(items) ? {} : toSchema(items)
  return html`a list${counted !== '' && ` (${counted})`} of ${renderType(each)}`
}

function renderDecoded({ contentMediaType, contentSchema }: JsonSchema): Html {
  return html`<code>${String(contentMediaType)}</code> with ${renderType(toSchema(contentSchema))}`
}

function renderBounds({ minLength, maxLength, pattern, exclusiveMinimum, minimum, maximum }: JsonSchema): Html {
  const bounds = Object.entries({ minLength, maxLength, pattern, exclusiveMinimum, minimum, maximum })
    .filter(([, bound]) => bound !== undefined)
    .map(([name, bound]) => html`${name} <code>${String(bound)}</code>`)
  return bounds.length === 0 ? html`` : html`, ${joinHtml(bounds, ', ')}`
}

function toSchema(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null ? (schema as JsonSchema) : {}
}
