import { useState } from 'react'
import { readStored, writeStored } from '#web/ui/stored-choice.ts'

const key = 'golfers-starred'

/** Removes the favourites on sign-out, because the next user of this browser must not see them. */
export function removeStars(): void {
  writeStored(key, null)
}

/** Favourite golfers, by espnId; stored in this browser for all tournaments until a sign-out. */
export function useStars() {
  const [starred, setStarred] = useState<ReadonlySet<string>>(
    () => new Set((readStored(key) ?? '').split(' ').filter((id) => /^\d+$/.test(id))),
  )
  return {
    starred,
    toggle: (espnId: string) => {
      const next = new Set(starred)
      if (!next.delete(espnId)) next.add(espnId)
      setStarred(next)
      writeStored(key, [...next].join(' '))
    },
  }
}
