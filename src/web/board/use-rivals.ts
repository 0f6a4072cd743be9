import { useQuery } from '@tanstack/react-query'
import { createContext, useMemo } from 'react'
import { userQuery } from '#web/api/user-queries.ts'

/** What `useRivals` returns, for every part of a board. */
export const RivalsContext = createContext<ReadonlySet<number>>(new Set())

/** The players whom the viewer follows, by id. The same set until one is added or removed. */
export function useRivals(): ReadonlySet<number> {
  const rivals = useQuery(userQuery).data?.rivals
  return useMemo(() => new Set(rivals), [rivals])
}
