import { useEffect } from 'react'

/** The text of the browser's tab, all of it. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
