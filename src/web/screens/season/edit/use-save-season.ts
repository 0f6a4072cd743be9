import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { SavedSeason, SeasonSubmission } from '#contract/season-contract.ts'
import { ApiProblem, type ProblemTexts, toSaveFailureText, unsavedText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { navigate } from '#web/url/navigate.ts'
import type { SeasonErrors } from './season-values.ts'

/** Saves or removes a season, and then shows it. */
export function useSaveSeason() {
  const client = useApi()
  const queries = useQueryClient()
  const change = useMutation({ mutationFn: (work: () => Promise<string>) => work() })

  /** `work` returns the path to go to. */
  function run(work: () => Promise<string>): void {
    change.mutate(work, {
      async onSuccess(path) {
        await queries.invalidateQueries({ queryKey: queryKeys.seasons, refetchType: 'none' })
        queries.removeQueries({ queryKey: queryKeys.seasons, type: 'inactive' })
        navigate(path)
      },
    })
  }

  const refused = change.error === null ? {} : toErrors(change.error)
  return {
    save: (submission: SeasonSubmission) =>
      run(async () => {
        const method = submission.id === 0 ? 'POST' : 'PUT'
        return `/season/${(await client.send<SavedSeason>(method, api.seasons(), submission)).key}`
      }),
    remove: (version: { id: number; version: number }) =>
      run(() => client.send('POST', api.seasonRemove(), version).then(() => '/season')),
    isBusy: change.isPending,
    failure: change.error === null || Object.keys(refused).length > 0 ? null : toSaveFailureText(change.error, texts),
    refused,
  }
}

/** The server's errors by field. */
function toErrors(error: Error): SeasonErrors {
  if (!(error instanceof ApiProblem)) return {}
  const fields = { name: 'name', year: 'year', 'points.table': 'table', bestResults: 'best' } as const
  const known = error.fields.flatMap(({ field, message }) => {
    const own = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : 'tournaments'
    return [[own, `This ${message}.`]]
  })
  return Object.fromEntries(known)
}

const texts: ProblemTexts = {
  'season-changed': `Someone else changed this season after you opened it. ${unsavedText} Open it again to see theirs.`,
  'not-found': 'This season no longer exists.',
}
