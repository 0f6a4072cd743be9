import { useEffect } from 'react'

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

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
