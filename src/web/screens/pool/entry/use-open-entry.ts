import { navigate } from 'wouter/use-browser-location'
import { type EntryKey, entryParameter, parseEntryKey, toEntryText } from '#web/board/entry-address.ts'
import { useAddress, withParameter } from '#web/ui/use-address.ts'

/** Marks a history entry that Close may leave by going back. */
const openedHere = 'entry-opened-here'

/** The entry whose details are open. It is in the URL, so that Back closes it and the URL can be shared. */
export function useOpenEntry() {
  const text = useAddress(readEntry)
  return {
    isRequested: text !== null,
    /** Null if there is none, or the parameter is invalid. */
    key: text === null ? null : parseEntryKey(text),
    open,
    close,
  }
}

function readEntry(): string | null {
  return new URLSearchParams(location.search).get(entryParameter)
}

function open(key: EntryKey): void {
  navigate(withParameter(entryParameter, toEntryText(key)), { state: openedHere })
}

let isGoingBack = false

/** The browser goes back later: a second click or key until then must not leave the pool. */
function close(): void {
  if (history.state !== openedHere) navigate(withParameter(entryParameter, null), { replace: true })
  else if (!isGoingBack) {
    isGoingBack = true
    addEventListener('popstate', () => (isGoingBack = false), { once: true })
    history.back()
  }
}
