import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldError } from '#domain/field-error.ts'
import { ApiProblem, type ApiProblemCode, codeOf, type ProblemTexts, toSaveFailureText } from '#web/api/api-problem.ts'
import type { AnyForm } from './form-state.ts'
import type { SaveFailure, SaveResult } from './save-result-modal.tsx'
import type { Form } from './use-form.ts'

type Options<State extends AnyForm, Submission, Response> = {
  form: Pick<Form<State>, 'edit' | 'setSaved'>
  save: (submission: Submission) => Promise<Response>
  toSaved: (response: Response) => NonNullable<State['saved']>
  onSaved: (response: Response) => void
  /** Adds the server's field errors to the form. */
  reject: (state: State, errors: readonly FieldError[], submission: Submission) => State
  /** The codes that refuse to replace a version the user has not seen. */
  conflictCodes: readonly ApiProblemCode[]
  /** Loads the version saved elsewhere, for a conflict. If this fails, the next save reports the conflict again. */
  loadCurrent: (submission: Submission) => Promise<Response | undefined>
  /** The code after which the form can no longer be saved. */
  closedCode: ApiProblemCode
  /** `detail`: the server's own explanation. */
  toTexts: (detail: string) => ProblemTexts
}

export type Saving<Submission = never, Values = never> = {
  /** `values`: the values of the form from which the submission was made. */
  send: (submission: Submission, values: Values) => void
  isSaving: boolean
  isClosed: boolean
  message: SaveResult
  showFailure: (failure: SaveFailure) => void
  closeMessage: () => void
}

type Sent<Submission, Values> = { readonly submission: Submission; readonly values: Values }

/** Saves a form, and reports the result to the form and the user. */
export function useSave<State extends AnyForm, Submission, Response>(
  options: Options<State, Submission, Response>,
): Saving<Submission, State['values']> {
  const { form, toSaved } = options
  const [message, setMessage] = useState<SaveResult>({ content: 'saved', isOpen: false })
  const [isClosed, setIsClosed] = useState(false)
  const show = (content: SaveResult['content']) => setMessage({ content, isOpen: true })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ submission }: Sent<Submission, State['values']>) => options.save(submission),
    onSuccess: (response, { values }) => {
      options.onSaved(response)
      form.setSaved(toSaved(response), values)
      show('saved')
    },
    onError: async (error, { submission }) => {
      const { fields, detail = '' } = error instanceof ApiProblem ? error : { fields: [] }
      if (fields.length > 0) form.edit((state) => options.reject(state, fields, submission))
      const code = codeOf(error)
      if (options.conflictCodes.includes(code)) {
        const current = await options.loadCurrent(submission).catch(() => undefined)
        if (current !== undefined) form.edit((state) => ({ ...state, conflict: toSaved(current) }))
      }
      setIsClosed(code === options.closedCode)
      show({ reason: toSaveFailureText(error, options.toTexts(detail)), help: toHelp(code) })
    },
  })
  return {
    send: (submission, values) => mutate({ submission, values }),
    isSaving: isPending,
    isClosed,
    message,
    showFailure: (failure) => show(failure),
    closeMessage: () => setMessage((shown) => ({ ...shown, isOpen: false })),
  }
}

function toHelp(code: ApiProblemCode): SaveFailure['help'] {
  if (code === 'unauthenticated') return 'sign-in'
  return code === 'tournament-active' ? 'admin' : null
}
