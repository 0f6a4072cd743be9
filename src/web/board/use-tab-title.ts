import { useEffect } from 'react'
import { useDocumentTitle } from '../ui/use-document-title.ts'

/** The tab's title while a board is shown; the previous one returns afterwards. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    return () => {
      document.title = before
    }
  }, [])
  useDocumentTitle(title)
}
