import { useState } from 'react'

/** What a modal asks about. It stays while the modal closes. */
export function useAsking<Subject>() {
  const [asking, setAsking] = useState<{ subject: Subject; isOpen: boolean } | null>(null)
  return {
    asking,
    ask: (subject: Subject) => setAsking({ subject, isOpen: true }),
    close: () => setAsking((held) => held && { ...held, isOpen: false }),
  }
}
