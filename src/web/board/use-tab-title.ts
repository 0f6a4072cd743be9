import { useEffect } from 'react'
import { useDocumentTitle } from '../ui/use-document-title.ts'

/** The tab's title while a board is on the screen; the one before it comes back on leaving. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    return () => {
      document.title = before
    }
  }, [])
  useDocumentTitle(title)
}
