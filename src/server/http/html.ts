/** HTML that is safe to send: made by `html`, or vouched for with `trustedHtml`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | undefined | readonly Html[]

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A template whose values are escaped unless they are HTML already. Attributes must stand in double quotes; `false`
 * and undefined leave nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, at) => text + toText(values[at - 1]) + part))
}

/** For markup that comes from a library we trust, never for anything that somebody typed. */
export function trustedHtml(text: string): Html {
  return new Html(text)
}

function toText(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((each) => each.text).join('')
  return String(value).replace(/[&<>"']/g, (sign) => names[sign] ?? '')
}
