import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { ScoreSheetMessage, ScoreSheetSubmission } from '#contract/score-sheet-contract.ts'
import type { ScoreFault } from '#domain/scores/score-document.ts'
import { scoreSheetQuery } from '#web/api/admin-queries.ts'
import { ApiProblem, codeOf, type ProblemTexts, toSaveFailureText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'

export type SavingScores = ReturnType<typeof useSaveScores>

const texts: ProblemTexts = {
  'scores-changed': 'Someone else has published scores in the meantime. Check what they have changed, and try again.',
  'validation-failed': 'The scores have errors and were not published.',
}

/** Publishes scores, or switches their source. */
export function useSaveScores(tournamentId: number) {
  const client = useApi()
  const queries = useQueryClient()
  const { queryKey } = scoreSheetQuery(tournamentId)
  const saving = useMutation({
    mutationFn: (submission: ScoreSheetSubmission) =>
      client.send<ScoreSheetMessage>('PUT', api.adminScores(tournamentId), submission),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    // Shows what the other organiser has published.
    onError: (error) => codeOf(error) === 'scores-changed' && queries.invalidateQueries({ queryKey }),
  })
  const { error } = saving
  return {
    save: saving.mutate,
    isSaving: saving.isPending,
    failure: error && toSaveFailureText(error, texts),
    faults: error instanceof ApiProblem ? error.fields.map(toFault) : [],
  }
}

/** "document.golfers.12.thru" */
function toFault({ field, message }: { field: string; message: string }): ScoreFault {
  const [, row, column] = /^document\.golfers\.(\d+)\.(.+)$/.exec(field) ?? []
  return { row: row === undefined ? null : Number(row), field: column ?? field.replace('document.', ''), message }
}
