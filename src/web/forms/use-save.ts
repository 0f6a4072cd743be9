import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SaveFailure, SaveResult } from './save-result-modal.tsx'

type Options<Submission, Saved> = {
  save: (submission: Submission) => Promise<Saved>
  onSaved: (saved: Saved, submission: Submission) => void
  onFailed: (error: Error, submission: Submission) => Promise<void>
  toFailure: (error: unknown) => SaveFailure
  /** After such an error the form can no longer be saved. */
  isFinal: (error: Error) => boolean
}

/** Saves a form, and reports the result to the form and the user. */
export function useSave<Submission, Saved>(options: Options<Submission, Saved>) {
  const [message, setMessage] = useState<SaveResult>({ content: 'saved', isOpen: false })
  const [isClosed, setIsClosed] = useState(false)
  const show = (content: SaveResult['content']) => setMessage({ content, isOpen: true })
  const { mutate, isPending } = useMutation({
    // Without a network, fail at once instead of waiting for it.
    networkMode: 'always',
    mutationFn: options.save,
    onSuccess: (saved, submission) => {
      options.onSaved(saved, submission)
      show('saved')
    },
    onError: async (error, submission) => {
      await options.onFailed(error, submission)
      setIsClosed(options.isFinal(error))
      show(options.toFailure(error))
    },
  })
  return {
    send: (submission: Submission) => mutate(submission),
    isSaving: isPending,
    isClosed,
    message,
    showFailure: (failure: SaveFailure) => show(failure),
    closeMessage: () => setMessage((shown) => ({ ...shown, isOpen: false })),
  }
}
