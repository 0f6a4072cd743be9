import { useSyncExternalStore } from 'react'

const names: Record<Theme, string> = { system: 'Auto', light: 'Light', dark: 'Dark' }

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribeTheme, readTheme)
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <button type="button" onClick={() => setTheme(next)}>
      {names[theme]} theme
    </button>
  )
}

/** `system` follows the operating system. `early.ts` applies a stored choice before the first paint. */
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function setTheme(theme: Theme): void {
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

function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
