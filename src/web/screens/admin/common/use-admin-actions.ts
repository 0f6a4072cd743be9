import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ApiClient } from '#web/api/api-client.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'

/** The state of the last action, for the status banner. `detail` adds to the fixed sentence in `text`. */
type ActionOutcome = {
  readonly kind: 'busy' | 'success' | 'danger'
  readonly text: string
  readonly detail?: string | undefined
}

export type AdminAction<Result> = {
  /** Identifies the button that was pressed. */
  readonly key: string
  /** Gerund for the banner, for example "clearing the server cache". */
  readonly doing: string
  readonly work: (client: ApiClient) => Promise<Result>
  /** What the banner says after a failure; by default, that there was an error doing it. */
  readonly failedText?: string
  /** The outcome to show; absent for actions that only read. */
  succeeded?(result: Result): Omit<ActionOutcome, 'kind'>
}

type AdminActions = ReturnType<typeof useActionRunner>

export const AdminActionsContext = createContext<AdminActions | undefined>(undefined)

export function useAdminActions(): AdminActions {
  const actions = useContext(AdminActionsContext)
  if (actions === undefined) throw new Error('useAdminActions must be used inside AdminActionsContext.')
  return actions
}

/** Every action of the admin screen is a mutation with this key, so that only one runs at a time. */
const mutationKey = ['admin-action']

/** Runs the actions of the admin screen, and keeps the outcome of the last. */
export function useActionRunner() {
  const client = useApi()
  const queries = useQueryClient()
  const { mutateAsync, reset, ...last } = useMutation({
    mutationKey,
    mutationFn: ({ work }: AdminAction<unknown>) => work(client),
    onSettled(_result, _error, { succeeded }) {
      // Also after a failure: the server may have acted although its response was lost.
      if (succeeded) refetchAll()
    },
  })

  /** Returns the action’s result; undefined if it failed, which the banner reports. */
  async function run<Result>(action: AdminAction<Result>): Promise<Result | undefined> {
    // A double click can arrive before React re-renders.
    if (queries.isMutating({ mutationKey }) > 0) return undefined
    let result: Result | undefined
    const work = async () => {
      result = await action.work(client)
      return result
    }
    await mutateAsync({ ...action, work }).catch(() => undefined)
    return result
  }

  function refetchAll(): void {
    for (const queryKey of [queryKeys.admin, queryKeys.tournaments, queryKeys.results]) {
      void queries.invalidateQueries({ queryKey })
    }
  }

  const busy = last.isPending ? last.variables.key : null
  return { busy, outcome: toOutcome(last), dismiss: reset, run }
}

type LastAction = Pick<
  UseMutationResult<unknown, Error, AdminAction<unknown>>,
  'status' | 'variables' | 'data' | 'error'
>

function toOutcome({ status, variables: action, data, error }: LastAction): ActionOutcome | null {
  if (action === undefined || status === 'idle') return null
  const { doing, failedText = `There was an error ${doing}.` } = action
  if (status === 'pending') return { kind: 'busy', text: `${doing.charAt(0).toUpperCase()}${doing.slice(1)}…` }
  if (status === 'error') return { kind: 'danger', text: failedText, detail: toProblemText(error) }
  return action.succeeded ? { kind: 'success', ...action.succeeded(data) } : null
}
