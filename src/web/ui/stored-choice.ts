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

export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {}
}
