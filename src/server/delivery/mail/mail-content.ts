import { type Html, html, trustedHtml } from '#server/platform/http/html.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { colours, darkStyles, styles } from './mail-styles.ts'

/** A paragraph. Its line breaks are kept. */
type MailText = string

/** Lines that belong together, such as a list. */
export type MailLines = { readonly heading?: string; readonly lines: readonly string[] }

/** A table of three columns, such as places. */
export type MailTable = {
  readonly heading: string
  readonly columns: readonly [string, string, string]
  readonly rows: readonly MailRow[]
  /** Below the table. */
  readonly notes?: readonly string[]
}

/** `detail` stands below the title, in small print. */
type MailRow = { readonly first: string; readonly title: string; readonly detail?: string; readonly last: string }

type MailLink = { readonly text: string; readonly url: string }

/** What an email says, before it is text and HTML. */
export type MailContent = {
  readonly subject: string
  readonly paragraphs: readonly (MailText | MailLines | MailTable)[]
  /** The button. */
  readonly action?: MailLink | undefined
  readonly closing?: string | undefined
  /** For the few who want to check what the email says: text for people, and what stands below it letter by letter. */
  readonly check?: { readonly text: string; readonly evidence?: string } | undefined
  /** In small print at the end, such as how to get no more. */
  readonly footer?: MailLink | undefined
}

const checkHeading = 'How can I check this?'

/** The plain text of an email. */
export function toMailText({ paragraphs, action, closing, check, footer }: MailContent): string {
  const parts = [
    ...paragraphs.map(toText),
    action?.url,
    closing,
    ...(check ? [`${checkHeading}\n${check.text}`, check.evidence] : []),
    footer && `${footer.text}: ${footer.url}`,
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function toText(part: MailText | MailLines | MailTable): string {
  if (typeof part === 'string') return part
  const { heading } = part
  const lines = 'rows' in part ? [...toTextRows(part.rows), ...(part.notes ?? [])] : part.lines
  return [...(heading === undefined ? [] : [heading]), ...lines].join('\n')
}

function toTextRows(rows: readonly MailRow[]): string[] {
  const width = Math.max(4, ...rows.map(({ first }) => first.length))
  return rows.map(
    ({ first, title, detail, last }) =>
      `${first.padStart(width)}  ${title}, ${last}${detail === undefined ? '' : `: ${detail}`}`,
  )
}

/**
 * The same words as a page: one column of at most 600 px without pictures, readable in light and dark. Styles stand at each
 * element, because some mail programs ignore the others; those for the dark theme can only stand in the head.
 */
export function toMailHtml({ subject, paragraphs, action, closing, check, footer }: MailContent): Html {
  const parts = [
    ...paragraphs.map(toHtml),
    ...(action ? [toButton(action)] : []),
    ...(closing === undefined ? [] : [toHtml(closing)]),
    ...(check ? [toCheck(check)] : []),
  ]
  const end = footer
    ? html`<p class="soft" style="${styles.footer}"><a class="soft" href="${footer.url}" style="${styles.quietLink}">${footer.text}</a></p>`
    : ''
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${trustedHtml(darkStyles)}</style></head>
<body class="page" style="${styles.page}"><table role="presentation" class="page" ${plain} width="100%" style="${styles.sheet}"><tr><td align="center" style="padding:16px 8px 24px">
<table role="presentation" class="card" ${plain} width="600" style="${styles.card}"><tr><td align="left" style="padding:20px 24px 8px">
<p class="accent" style="${styles.name}">${poolName}</p>
<h1 style="${styles.title}">${subject}</h1>
${parts}
</td></tr></table>
${end}
</td></tr></table></body></html>`
}

const plain = trustedHtml('cellpadding="0" cellspacing="0" border="0"')

function toHtml(part: MailText | MailLines | MailTable): Html {
  if (typeof part === 'string') return html`<p style="${styles.text}">${toLines(part.split('\n'))}</p>\n`
  const heading = part.heading === undefined ? '' : html`<h2 style="${styles.heading}">${part.heading}</h2>`
  if ('lines' in part) return html`${heading}<p style="${styles.text}">${toLines(part.lines)}</p>\n`
  const [first, title, last] = part.columns
  const head = html`<tr><th scope="col" align="left" class="soft line" style="${styles.headCell}">${first}</th><th scope="col" align="left" class="soft line" style="${styles.headCell}">${title}</th><th scope="col" align="right" class="soft line" style="${styles.headCell}">${last}</th></tr>`
  const notes = (part.notes ?? []).map((note) => html`<p class="soft" style="${styles.note}">${note}</p>\n`)
  return html`${heading}<table ${plain} width="100%" style="${styles.table}"><thead>${head}</thead><tbody>${part.rows.map(toRow)}</tbody></table>${notes}\n`
}

function toRow({ first, title, detail, last }: MailRow): Html {
  const more = detail === undefined ? '' : html` <span class="soft" style="${styles.detail}">${detail}</span>`
  return html`<tr><td class="line" style="${styles.cell}">${first}</td><th scope="row" align="left" class="line" style="${styles.titleCell}">${title}${more}</th><td align="right" class="line" style="${styles.lastCell}">${last}</td></tr>`
}

/** The colour stands at the cell too: some mail programs draw no background of a link. */
function toButton({ text, url }: MailLink): Html {
  return html`<table role="presentation" ${plain} style="margin:24px 0"><tr><td class="button" bgcolor="${colours.accent}" style="${styles.button}"><a class="button" href="${url}" style="${styles.buttonLink}">${text}</a></td></tr></table>\n`
}

function toCheck({ text, evidence }: NonNullable<MailContent['check']>): Html {
  const lines =
    evidence === undefined ? '' : html`<p class="soft" style="${styles.evidence}">${toLines(evidence.split('\n'))}</p>`
  return html`<h2 class="line" style="${styles.checkHeading}">${checkHeading}</h2><p class="soft" style="${styles.small}">${toLines(text.split('\n'))}</p>${lines}\n`
}

function toLines(lines: readonly string[]): Html[] {
  return lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}
