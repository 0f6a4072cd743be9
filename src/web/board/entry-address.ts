import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** An entry of a pool: its record and its number in it. */
export type EntryKey = { readonly entryId: number; readonly entryNumber: number }

/** The same for those who know its owner only. */
export type OwnerKey = { readonly userId: number; readonly entryNumber: number }

const parameter = 'entry'

/** The address of an entry’s details: `/pool/{tournamentId}?entry={entryId}-{entryNumber}`. */
export function toEntryAddress(tournamentId: number, key: EntryKey): string {
  return `/pool/${tournamentId}?${parameter}=${toText(key)}`
}

/** The same by owner, for results, which have no entry ids: `/pool/{tournamentId}?entry=of-{userId}-{entryNumber}`. */
export function toOwnerAddress(tournamentId: number, { userId, entryNumber }: OwnerKey): string {
  return `/pool/${tournamentId}?${parameter}=of-${userId}-${entryNumber}`
}

/** The entry whose details are open. It is in the URL, so that Back closes it and the address can be shared. */
export function useOpenEntry() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const text = new URLSearchParams(search).get(parameter)
  const open = useCallback(
    (key: EntryKey) => {
      const parameters = new URLSearchParams(location.search)
      parameters.set(parameter, toText(key))
      navigate({ search: String(parameters) }, { state: openedHere })
    },
    [navigate],
  )
  const close = useCallback(() => {
    if (state === openedHere) return navigate(-1)
    const parameters = new URLSearchParams(location.search)
    parameters.delete(parameter)
    return navigate({ search: String(parameters) }, { replace: true })
  }, [navigate, state])
  return {
    isRequested: text !== null,
    /** Null if there is none, or the address is not of an entry. */
    key: text === null ? null : parseEntryKey(text),
    open,
    close,
  }
}

/** Marks a place in the history that Close may leave by going back. */
const openedHere = 'entry-opened-here'

function toText({ entryId, entryNumber }: EntryKey): string {
  return `${entryId}-${entryNumber}`
}

export function parseEntryKey(text: string): EntryKey | OwnerKey | null {
  const [, of, id, number] = /^(of-)?(\d{1,15})-([1-3])$/.exec(text) ?? []
  if (id === undefined) return null
  const entryNumber = Number(number)
  return of === undefined ? { entryId: Number(id), entryNumber } : { userId: Number(id), entryNumber }
}
