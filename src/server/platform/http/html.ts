/** HTML that is safe to send: built by `html` or marked with `trustedHtml`. */
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

/** A template whose values are escaped unless they are Html. Quote attributes; `false` and undefined print nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toText(values[index - 1]) + part))
}

/** Marks text from a trusted library as HTML. Never use it for user input. */
export function trustedHtml(text: string): Html {
  return new Html(text)
}

function toText(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((part) => part.text).join('')
  return String(value).replace(/[&<>"']/g, (sign) => names[sign] ?? '')
}
