import { routePaths } from '#contract/paths.ts'
import { type Html, html } from '../http/html.ts'
import { renderFields, renderText, renderType } from './docs-schema.ts'
import type { Header, OpenapiDocument, Operation, Parameter, Reference, Response } from './openapi-types.ts'

/**
 * The API description as a page, without script (docs/decisions/008-the-api-description.md).
 * In steps, like the description itself.
 */
export function* buildDocsPage(document: OpenapiDocument): Generator<void, string> {
  const operations = listOperations(document)
  const sections: Html[] = []
  for (const { name, description } of document.tags) {
    yield
    const articles = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((each) => renderOperation(each, document))
    sections.push(html`<section aria-labelledby="tag-${name}">
<h2 id="tag-${name}">${name}</h2>
<p>${description}</p>
${articles}
</section>`)
  }
  yield
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => html`<article id="schema-${name}">
<h3>${name}</h3>
${renderText(schema.description ?? '')}
${renderFields(schema)}
</article>`,
  )
  return renderPage(
    document,
    operations,
    html`${sections}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas}
</section>`,
  ).text
}

type ListedOperation = { method: string; path: string; operation: Operation }

function listOperations({ paths }: OpenapiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function renderPage({ info, tags }: OpenapiDocument, operations: ListedOperation[], content: Html): Html {
  const title = `${info.title} API`
  const groups = tags.map(({ name }) => {
    const links = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)
    return html`<li><a class="tag" href="#tag-${name}">${name}</a><ul>${links}</ul></li>`
  })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${routePaths.apiDocsStyles}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<header><a class="mark" href="/">${info.title}</a></header>
<div class="columns">
<nav aria-label="Calls"><details><summary>Calls</summary><ul>${groups}<li><a href="#schemas">Schemas</a></li></ul></details></nav>
<main>
<h1>${title}</h1>
${renderText(info.description)}
<p><a href="${routePaths.openapi}">OpenAPI document</a></p>
${content}
</main>
</div>
</body>
</html>
`
}

function renderOperation({ method, path, operation }: ListedOperation, { components }: OpenapiDocument): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const found = parameters.map((each) => resolve<Parameter>(each, components.parameters))
  return html`<article id="${operationId}">
<h3>${summary}</h3>
<p class="call"><b>${method}</b> <code>${path}</code></p>
${renderText(description)}
<p class="id">Operation id: <code>${operationId}</code></p>
${found.length > 0 && renderParameters(found)}
${requestBody && html`<h4>Body</h4>${renderContent(requestBody.content)}`}
<h4>Responses</h4>
<dl>${Object.entries(responses).map(([status, response]) => renderResponse(status, response, components))}</dl>
</article>`
}

function renderParameters(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      html`<li><code>${name}</code> <i>in the ${where}${
        required ? '' : ', optional'
      }</i>: ${renderType(schema)}${description !== undefined && html`<br>${renderInline(description)}`}</li>`,
  )
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`
}

function renderInline(text: string): Html {
  return renderText(text, { inline: true })
}

function renderResponse(
  status: string,
  response: Response | Reference,
  { responses, headers }: OpenapiDocument['components'],
): Html {
  const { description, headers: own = {}, content } = resolve(response, responses)
  const listed = Object.entries(own).map(([name, header]) => {
    const { description: text } = resolve<Header>(header, headers)
    return html`<li>Header <code>${name}</code>: ${renderInline(text)}</li>`
  })
  return html`<dt>${status}</dt><dd>${renderText(description)}
${listed.length > 0 && html`<ul class="fields">${listed}</ul>`}
${content && renderContent(content)}</dd>`
}

function renderContent(content: NonNullable<Response['content']>): Html {
  const items = Object.entries(content).map(
    ([type, { schema }]) => html`<p><code>${type}</code>: ${renderType(schema)}</p>`,
  )
  return html`${items}`
}

function resolve<T extends object>(value: T | Reference, components: Record<string, T>): T {
  if (!('$ref' in value)) return value
  const found = components[value.$ref.slice(value.$ref.lastIndexOf('/') + 1)]
  if (!found) throw new Error(`The API description has no ${value.$ref}.`)
  return found
}
