import type { Standing } from '#domain/standings.ts'

/** Brings an entry's row to the middle of the window and puts the focus on it, also when it is not on the page yet. */
export function jumpToRow(board: HTMLElement | null, { line, row }: Pick<Standing, 'line' | 'row'>): void {
  const body = board?.querySelector('tbody')
  const height = body?.querySelector('[data-key]')?.getBoundingClientRect().height
  if (!body || height === undefined) return
  const middle = (window.innerHeight - height) / 2
  window.scrollTo({ top: body.getBoundingClientRect().top + window.scrollY + line * height - middle })
  // The rows of that place are drawn with the next frame or the one after it.
  requestAnimationFrame(() => requestAnimationFrame(() => focusRow(body, row)))
}

export function jumpToTop(): void {
  window.scrollTo({ top: 0 })
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

function focusRow(body: Element, row: number): void {
  body.querySelector<HTMLElement>(`[data-key="${row}"]`)?.focus({ preventScroll: true })
}
