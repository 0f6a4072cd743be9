import type { FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'

/** A complete page. Works without script, in light and dark, at any width. */
export function layout({ title, body }: { title: string; body: Html }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} - Player Pool</title>
<link rel="stylesheet" href="${identityPaths.styles}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<header><a class="mark" href="/">Player Pool</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page.text)
}
