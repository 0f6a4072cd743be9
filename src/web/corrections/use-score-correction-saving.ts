import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type {
  ResultCorrection,
  ResultCorrectionPreview,
  ScoreCorrectionList,
  ScoreCorrectionSubmission,
} from '#contract/score-correction-contract.ts'
import type { Golfer } from '#domain/field/field.ts'
import { correctionsQuery } from '#web/api/admin-queries.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'

/** A correction of a result whose new places are shown before it is confirmed. */
export type PlannedCorrection = { correction: ResultCorrection; preview: ResultCorrectionPreview }

export type ScoreCorrectionProps = {
  tournamentId: number
  /** The golfer's row on the board, with the correction in force. */
  golfer: Golfer
  /** The tournament has ended: its places are shown before they change. */
  isResult: boolean
  /** The scores of an ended tournament have changed. */
  onCorrected: () => void
  onClose: () => void
}

export type InForce = { inForce: ScoreCorrectionList[number] | undefined }

/** Saves, plans or ends a golfer's score correction. `version` is that of the leaderboard which the organiser sees. */
export function useScoreCorrectionSaving(props: ScoreCorrectionProps & InForce, version: number) {
  const { tournamentId, golfer, isResult, inForce, onCorrected, onClose } = props
  const client = useApi()
  const queries = useQueryClient()
  // The correction that the typed values replace. A refresh of the list does not change it, only a refused save.
  const [basedOn, setBasedOn] = useState(inForce?.id ?? null)
  const [planned, setPlanned] = useState<PlannedCorrection | null>(null)
  const mutation = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    async onError(error) {
      setPlanned(null)
      if (codeOf(error) !== 'correction-changed') return
      onCorrected()
      const query = { ...correctionsQuery(tournamentId), staleTime: 0 }
      const corrections = await queries.fetchQuery(query).catch(() => [])
      setBasedOn(findInForce(corrections, golfer)?.id ?? null)
    },
  })

  function send(path: string, body: object): void {
    mutation.mutate(async () => {
      const corrections = await client.send<ScoreCorrectionList>('POST', path, body)
      queries.setQueryData(correctionsQuery(tournamentId).queryKey, corrections)
      onClose()
    })
  }

  function plan(change: Pick<ResultCorrection, 'corrections' | 'ended'>): void {
    const correction: ResultCorrection = { ...change, version }
    mutation.mutate(async () => {
      const path = api.adminResultCorrectionPreview(tournamentId)
      const preview = await client.send<ResultCorrectionPreview>('POST', path, correction)
      setPlanned({ correction, preview })
    })
  }

  function save(correction: Omit<ScoreCorrectionSubmission, 'basedOn'>): void {
    const submission: ScoreCorrectionSubmission = { ...correction, basedOn }
    if (isResult) plan({ corrections: [submission], ended: [] })
    else send(api.adminCorrections(tournamentId), submission)
  }

  function end(id: number): void {
    if (isResult) plan({ corrections: [], ended: [id] })
    else send(api.adminCorrectionEnd(tournamentId), { id })
  }

  function confirm({ correction }: PlannedCorrection): void {
    mutation.mutate(async () => {
      await client.send('POST', api.adminResultCorrection(tournamentId), correction)
      for (const queryKey of [correctionsQuery(tournamentId).queryKey, queryKeys.results, queryKeys.seasons])
        void queries.invalidateQueries({ queryKey })
      onCorrected()
      onClose()
    })
  }

  return {
    planned,
    isPending: mutation.isPending,
    error: mutation.error,
    save,
    end,
    confirm,
    goBack: () => setPlanned(null),
  }
}

/** The golfer's score correction that has not ended. */
export function findInForce(corrections: ScoreCorrectionList, { espnId }: Golfer): InForce['inForce'] {
  return corrections.find((item) => item.espnId === espnId && item.endedAt === null)
}
