import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ApiClient } from '#web/api/api-client.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'

/** The state of the last mutation, as the status banner shows it. */
export type Outcome = {
  readonly kind: 'busy' | 'success' | 'danger'
  readonly text: string
  readonly detail?: string | undefined
}

type Done = Omit<Outcome, 'kind'>

type Texts<Result> = {
  readonly busy: string
  readonly failed: string
  /** Absent for a mutation that only reads. */
  readonly done?: string | ((result: Result) => Done)
  /** Below the text of `done`. */
  readonly detail?: string
}

type Options<Result, Variables> = {
  mutationFn: (client: ApiClient, variables: Variables) => Promise<Result>
  texts: Texts<Result> | ((variables: Variables) => Texts<Result>)
  onMutate?: (variables: Variables) => void
  onSuccess?: ((result: Result, variables: Variables) => void) | undefined
  onError?: (error: Error, variables: Variables) => void
}

export type AdminMutation<Variables = void> = {
  readonly mutate: (variables: Variables) => void
  readonly isPending: boolean
}

/** Shows an outcome in the status banner. */
export const ShowOutcomeContext = createContext<(outcome: Outcome | null) => void>(() => {})

/** Every mutation of the admin screen has this key: only one runs at a time. */
const mutationKey = ['admin']

/** Whether a mutation of the admin screen is running. */
export function useIsBusy(): boolean {
  return useIsMutating({ mutationKey }) > 0
}

/** A mutation of the admin screen, with its texts in the status banner. Does nothing while another one is running. */
export function useAdminMutation<Result, Variables = void>(options: Options<Result, Variables>) {
  const client = useApi()
  const queries = useQueryClient()
  const show = useContext(ShowOutcomeContext)
  const toTexts = (variables: Variables) =>
    typeof options.texts === 'function' ? options.texts(variables) : options.texts
  const {
    mutate,
    isPending,
    variables: latest,
  } = useMutation({
    mutationKey,
    mutationFn: (variables: Variables) => options.mutationFn(client, variables),
    onMutate(variables) {
      show({ kind: 'busy', text: toTexts(variables).busy })
      options.onMutate?.(variables)
    },
    onSuccess(result, variables) {
      const { done, detail } = toTexts(variables)
      const outcome = typeof done === 'string' ? { text: done, detail } : done?.(result)
      show(outcome ? { kind: 'success', ...outcome } : null)
      options.onSuccess?.(result, variables)
    },
    onError(error, variables) {
      show({ kind: 'danger', text: toTexts(variables).failed, detail: toProblemText(error) })
      options.onError?.(error, variables)
    },
    onSettled(_result, _error, variables) {
      if (toTexts(variables).done === undefined) return
      // A failure refetches, too: the server may have acted although its response was lost.
      for (const queryKey of [queryKeys.admin, queryKeys.tournaments, queryKeys.results]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
  })
  return {
    isPending,
    /** The variables while it runs. */
    running: isPending ? latest : undefined,
    mutate(variables: Variables): void {
      // A double click can arrive before React re-renders.
      if (queries.isMutating({ mutationKey }) === 0) mutate(variables)
    },
  }
}
