import { useState } from 'react'

/** What a modal asks about. It stays while the modal closes. */
export function useModalState<Subject>() {
  const [modal, setAsking] = useState<{ subject: Subject; isOpen: boolean } | null>(null)
  return {
    modal,
    openModal: (subject: Subject) => setAsking({ subject, isOpen: true }),
    close: () => setAsking((current) => current && { ...current, isOpen: false }),
  }
}
