import type { FastifyReply } from 'fastify'
import { accountStylesPath, identityPaths } from '#contract/identity-page-paths.ts'
import { outboundOffNotice, type PageSettings } from '#contract/page-settings.ts'
import type { Branding } from '#server/platform/branding/branding.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { fillPoolNameInHtml, poolName } from '#server/platform/text/pool-name.ts'

/** The pool's name and logo, and whether it sends nothing, shown on every page. */
export type PageBrand = Pick<Branding, 'name' | 'logo'> & Pick<PageSettings, 'isOutboundOff'>

/** Signs the hidden field of a page's forms (`createPageForms`). */
type FormTokens = { token(reply: FastifyReply, purpose: string): string }

/** A placeholder for the header, like `poolName`. */
const headerMark = '\uE001'

/** A placeholder for the token of forms. */
export const formToken = '\uE002'

/** A complete page. Works without its script, in light and dark, at any width. */
export function layout({ title, body }: { title: string; body: Html }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} - ${poolName}</title>
<link rel="stylesheet" href="${accountStylesPath}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${/<time|type="password"|data-passkey/.test(body.text) && html`<script src="${identityPaths.script}" defer></script>`}
</head>
<body>
${headerMark}
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

/** `purpose`: that of the forms on the page. */
export function sendPage(reply: FastifyReply, status: number, page: Html, purpose?: string): FastifyReply {
  const { server } = reply
  const text = renderPage(page, server.getDecorator<PageBrand>('pageBrand'))
  const token = purpose === undefined ? '' : server.getDecorator<FormTokens>('pageForms').token(reply, purpose)
  return reply.code(status).type('text/html; charset=utf-8').send(text.replaceAll(formToken, token))
}

export function renderPage(page: Html, { name, logo, isOutboundOff }: PageBrand): string {
  const alternative = logo?.isWordmark === true ? name : ''
  const image =
    logo && html`<img src="${logo.path}" width="${logo.width}" height="${logo.height}" alt="${alternative}">`
  const mark = html`${image ?? undefined}${logo?.isWordmark !== true && name}`
  const notice = isOutboundOff && html`\n<p class="outbound" role="status">${outboundOffNotice}</p>`
  const header = html`<header><a class="mark" href="/">${mark}</a></header>${notice}`
  return fillPoolNameInHtml(
    page.text.replaceAll(headerMark, () => header.text),
    name,
  )
}
