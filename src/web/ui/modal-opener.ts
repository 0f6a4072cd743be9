/**
 * Returns a function that finds what has the focus now, to give it back later. A refresh may show the opener's row on
 * another line of its board: it finds the button or link there. An item of a menu closes the menu, and the menu's button
 * gets the focus.
 */
export function rememberOpener(): () => HTMLElement | null {
  const opener = document.activeElement
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => null
  const menu = opener.closest<HTMLElement>(':popover-open')
  if (menu !== null) {
    menu.hidePopover()
    return () => document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)
  }
  const key = opener.closest<HTMLElement>('[data-key]')?.dataset['key']
  if (key === undefined) return () => (opener.isConnected ? opener : null)
  const list = () => [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"] :is(a, button)`)]
  const index = list().indexOf(opener)
  return () => list()[index] ?? null
}
