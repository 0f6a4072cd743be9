import { useState } from 'react'
import { writeStored } from '#web/ui/stored-choice.ts'

/** `system` follows the operating system. `early.ts` applies a stored choice before the first paint. */
const names = { system: 'Auto', light: 'Light', dark: 'Dark' } as const
const nextOf = { system: 'light', light: 'dark', dark: 'system' } as const
type Theme = keyof typeof names

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme)
  function change(): void {
    const next = nextOf[theme]
    document.documentElement.dataset['theme'] = next
    writeStored('theme', next)
    setTheme(next)
  }
  return (
    <button type="button" onClick={change}>
      {names[theme]} theme
    </button>
  )
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
