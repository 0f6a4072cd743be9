import { useCallback, useState } from 'react'

/** The state of a modal, without the function that opens it. */
export type OpenModal<Subject> = Pick<ReturnType<typeof useModalState<Subject>>, 'modal' | 'close'>

/** The subject of a modal. It stays set while the modal closes. */
export function useModalState<Subject>() {
  const [modal, setModal] = useState<{ subject: Subject; isOpen: boolean } | null>(null)
  return {
    modal,
    openModal: useCallback((subject: Subject) => setModal({ subject, isOpen: true }), []),
    close: useCallback(() => setModal((current) => current && { ...current, isOpen: false }), []),
  }
}
