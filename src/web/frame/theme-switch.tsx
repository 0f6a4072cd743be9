import { useSyncExternalStore } from 'react'
import { readTheme, setTheme, subscribeTheme, type Theme, themes } from './theme.ts'

const names: Record<Theme, string> = { system: 'Auto', light: 'Light', dark: 'Dark' }

/** Cycles through system, light and dark. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const theme = useSyncExternalStore(subscribeTheme, readTheme)
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <button type="button" className={className} data-theme={theme} onClick={() => setTheme(next)}>
      <span className="visually-hidden">Theme: {names[theme]}</span>
      <span aria-hidden="true">{names[theme]}</span>
    </button>
  )
}
