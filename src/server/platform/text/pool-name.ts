import { html } from '#server/platform/http/html.ts'

/**
 * A placeholder for the pool's name in pages and emails until they are sent. A private-use character: no text in which it could
 * occur by chance reaches a person unfiltered.
 */
export const poolName = '\uE000'

export function fillPoolName(text: string, name: string): string {
  return text.replaceAll(poolName, name)
}

/** Replaces the placeholder of the pool's name in HTML by the escaped name. */
export function fillPoolNameInHtml(page: string, name: string): string {
  return page.replaceAll(poolName, () => html`${name}`.text)
}
