import { useState } from 'react'

/** One of a few choices, stored in this browser. The first one is the default. */
export function useStoredChoice<T extends string>(
  key: string,
  choices: readonly [T, ...T[]],
): [T, (choice: T) => void] {
  const [choice, setChoice] = useState<T>(() => {
    const stored = readStored(key)
    return choices.find((choice) => choice === stored) ?? choices[0]
  })
  return [
    choice,
    (next) => {
      setChoice(next)
      writeStored(key, next)
    },
  ]
}

// Storage may be disabled; a choice then lasts as long as the page.
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Undefined if nothing readable is stored. The type is not checked: only this browser writes it. */
export function readStoredJson<T>(key: string): T | undefined {
  try {
    return JSON.parse(readStored(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Null removes what is stored. False when the browser's storage is full or disabled. */
export function writeStored(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
