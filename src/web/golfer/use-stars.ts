import { useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/ui/stored-choice.ts'

const key = 'golfers-starred'

/** The favourites of this page, where storage is disabled. */
let unstored = ''

const listeners = new Set<() => void>()

/** On sign-out: the next user of this browser must not see them. */
export function removeStars(): void {
  write('')
}

/** Favourite golfers, by espnId; stored in this browser for all tournaments until a sign-out. All its tabs share them. */
export function useStars() {
  const stored = useSyncExternalStore(subscribe, read)
  const starred = useMemo(() => parse(stored), [stored])
  return {
    starred,
    toggle(espnId: string): void {
      // Another tab may have changed them since.
      const next = parse(read())
      if (!next.delete(espnId)) next.add(espnId)
      write([...next].join(' '))
    },
  }
}

function read(): string {
  return readStored(key) ?? unstored
}

function write(text: string): void {
  const isStored = writeStored(key, text === '' ? null : text)
  unstored = isStored ? '' : text
  for (const listener of listeners) listener()
}

function parse(text: string): Set<string> {
  return new Set(text.split(' ').filter((id) => /^\d+$/.test(id)))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
