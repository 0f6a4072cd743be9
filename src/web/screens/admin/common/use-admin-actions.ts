import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useRef, useState } from 'react'
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
  /** "clearing the server cache": it says so while it runs, and that there was an error if it fails. */
  readonly doing: string
  readonly work: (client: ApiClient) => Promise<Result>
  /** For a failure, in place of that sentence. */
  readonly failedText?: string
  /** The outcome to show; absent for actions that only read. */
  readonly succeeded?: (result: Result) => Omit<ActionOutcome, 'kind'>
}

type AdminActions = ReturnType<typeof useActionRunner>

export const AdminActionsContext = createContext<AdminActions | undefined>(undefined)

export function useAdminActions(): AdminActions {
  const actions = useContext(AdminActionsContext)
  if (actions === undefined) throw new Error('useAdminActions must be used inside AdminActionsContext.')
  return actions
}

/** Runs the actions of the admin screen, one at a time, and keeps the outcome of the last. */
export function useActionRunner() {
  const client = useApi()
  const queries = useQueryClient()
  const isRunning = useRef(false)
  /** The key of the running action. */
  const [busy, setBusy] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ActionOutcome | null>(null)

  /** Returns the action’s result; undefined if it failed, which the banner reports. */
  async function run<Result>(action: AdminAction<Result>): Promise<Result | undefined> {
    // A double click can arrive before React re-renders.
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(action.key)
    const { doing, failedText = `There was an error ${doing}.` } = action
    setOutcome({ kind: 'busy', text: `${doing.charAt(0).toUpperCase()}${doing.slice(1)}…` })
    try {
      const result = await action.work(client)
      setOutcome(action.succeeded ? { kind: 'success', ...action.succeeded(result) } : null)
      return result
    } catch (error) {
      setOutcome({ kind: 'danger', text: failedText, detail: toProblemText(error) })
      return undefined
    } finally {
      isRunning.current = false
      setBusy(null)
      // Also after a failure: the server may have acted although its response was lost.
      if (action.succeeded) refetchAll()
    }
  }

  function refetchAll(): void {
    for (const queryKey of [queryKeys.admin, queryKeys.tournaments, queryKeys.results]) {
      void queries.invalidateQueries({ queryKey })
    }
  }

  return { busy, outcome, dismiss: () => setOutcome(null), run }
}
