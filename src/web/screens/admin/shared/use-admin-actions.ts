import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryKeys } from '../../../api/query-keys.ts'
import { toReason } from './admin-failure.ts'

/** How the last action stands, for the status banner. `detail` says more than the specification's sentence. */
export type ActionOutcome = {
  readonly kind: 'busy' | 'success' | 'danger'
  readonly text: string
  readonly detail?: string | undefined
}

export type AdminAction<Result> = {
  /** Tells the button that was pressed from the others. */
  readonly key: string
  /** What is being done, while it is: "Clearing the server cache …". */
  readonly busyText: string
  readonly work: () => Promise<Result>
  /** The specification's sentence for a failure (section 8). */
  readonly failedText: string
  /** What to say afterwards; left out by what only looks something up and changes nothing. */
  readonly succeeded?: (result: Result) => Omit<ActionOutcome, 'kind'>
}

export type AdminActions = {
  /** The key of what is under way: until it is through, nothing else begins. */
  readonly busy: string | null
  readonly outcome: ActionOutcome | null
  readonly dismiss: () => void
  /** Does it, and answers with its result; undefined when it failed, which the banner then tells. */
  readonly run: <Result>(action: AdminAction<Result>) => Promise<Result | undefined>
}

/** What can be done on the admin screen: one thing at a time, each with an outcome in words. */
export function useAdminActions(): AdminActions {
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const [busy, setBusy] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ActionOutcome | null>(null)

  async function run<Result>(action: AdminAction<Result>): Promise<Result | undefined> {
    // Two presses can come before the first is drawn.
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(action.key)
    setOutcome({ kind: 'busy', text: action.busyText })
    try {
      const result = await action.work()
      setOutcome(action.succeeded ? { kind: 'success', ...action.succeeded(result) } : null)
      return result
    } catch (error) {
      setOutcome({ kind: 'danger', text: action.failedText, detail: toReason(error) })
      return undefined
    } finally {
      isRunning.current = false
      setBusy(null)
      // Also after a failure: an answer that was lost on the way may have been a yes.
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
