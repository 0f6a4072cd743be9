/** `system` follows the operating system. `theme-init.ts` applies a stored choice before the first paint. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // If storage is blocked, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
