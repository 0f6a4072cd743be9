import { type ComponentProps, useState } from 'react'
import { findRow, findRowOfUser } from '#domain/entries/pool.ts'
import { type Standings, standingOfRow } from '#domain/standings/standings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { type EntryKey, type OwnerKey, parseEntryKey, toEntryText } from '#web/url/entry-address.ts'
import { historySteps } from '#web/url/history-steps.ts'
import { openSheet, setParameter, useParameter } from '#web/url/parameters.ts'
import { EntryModal } from './entry-modal.tsx'

type Props = Omit<ComponentProps<typeof EntryModal>, 'standing' | 'isOpen' | 'onClose' | 'scenario'> & {
  entry: ReturnType<typeof useOpenEntry>
  /** Whether all picks are visible. */
  isShown: boolean
  /** Whether an entry that is not in the pool does not exist. */
  isCertain: boolean
}

/** The details of the entry in the URL. */
export function OpenEntry({ entry: { isRequested, key, close }, standings, isShown, isCertain, ...details }: Props) {
  const row = key === null ? null : findKeyRow(standings, key)
  const [lastRow, setLastRow] = useState(row)
  if (row !== null && row !== lastRow) setLastRow(row)
  if (!isShown) return null
  return (
    <>
      {isRequested && row === null && isCertain && (
        <Notice onDismiss={close}>This link is to an entry that isn’t in this pool.</Notice>
      )}
      {lastRow !== null && lastRow < standings.size && (
        <EntryModal
          standing={standingOfRow(standings, lastRow)}
          isOpen={row !== null}
          onClose={close}
          standings={standings}
          {...details}
        />
      )}
    </>
  )
}

/** The row of an entry; null if it is not in the pool or its picks are hidden. */
export function findKeyRow({ pool }: Standings, key: EntryKey | OwnerKey): number | null {
  return 'entryId' in key
    ? findRow(pool, key.entryId, key.entryNumber)
    : findRowOfUser(pool, key.userId, key.entryNumber)
}

/** The entry whose details are open. It is in the URL, so that Back closes it and the URL can be shared. */
export function useOpenEntry() {
  const text = useParameter('entry')
  return {
    isRequested: text !== null,
    /** Null if there is none, or the parameter is invalid. */
    key: text === null ? null : parseEntryKey(text),
    open: openEntry,
    close,
  }
}

/** Opens the details of an entry over the board that is shown. Back closes them. */
export function openEntry(key: EntryKey): void {
  openSheet('entry', toEntryText(key))
}

function close(): void {
  if (!historySteps.closeSheet()) setParameter('entry', null)
}
