import { useEffect, useReducer, useRef } from 'react'
import { api } from '#contract/paths.ts'
import type { PlayersVerification, PlayersVerificationRequest } from '#contract/verification-contract.ts'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { ApiProblem, toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { listNames } from '#web/screens/tournament/values/tier-list-parser.ts'
import { findTierError, mapTiers, type TierTexts } from '#web/screens/tournament/values/tournament-values.ts'
import { emptyRosterCheck, type RosterAction, type RosterCheck, rosterCheckReducer } from './roster-check.ts'

/** Checks the names of each tier when its field is left (docs/rules.md, 8.2), and holds the results. */
export function useRosterCheck(espnId: string, texts: TierTexts) {
  const client = useApi()
  const [check, dispatch] = useReducer(rosterCheckReducer, emptyRosterCheck)
  const lastSequence = useRef(0)
  const lastRequested = useRef<string[]>([])
  const latestId = useRef(espnId)
  useEffect(() => {
    latestId.current = espnId
  }, [espnId])

  async function request(tier: Tier, { espnId: id, texts: current }: Lists, sequence: number): Promise<RosterAction> {
    const lists = parseTierNames(current)
    const allTouched = lists.every((names) => names.length > 0)
    const body: PlayersVerificationRequest = { espnId: id, tiers: lists, tier, allTouched }
    try {
      const response = await client.send<PlayersVerification>('POST', api.tournamentVerifyPlayers(), body)
      return { type: 'received', tier, sequence, response, allTouched }
    } catch (error) {
      return { type: 'failed', tier, sequence, reason: toLongListText(error) ?? toProblemText(error) }
    }
  }

  async function verify(tier: Tier, lists: Lists): Promise<RosterAction> {
    lastSequence.current += 1
    const sequence = lastSequence.current
    lastRequested.current[tier] = toKey(lists)
    dispatch({ type: 'requested', tier, sequence })
    const action = await request(tier, lists, sequence)
    // The organiser may have typed another event's id in the meantime.
    if (latestId.current === lists.espnId) dispatch(action)
    if (action.type === 'failed' || (action.type === 'received' && action.response.reason !== undefined)) {
      lastRequested.current[tier] = ''
    }
    return action
  }

  return {
    check,
    /**
     * Checks a tier unless nothing has changed since its last check. `changed`: texts that are not in the state yet.
     */
    checkTier(tier: Tier, changed: TierTexts = texts): void {
      const lists = { espnId, texts: changed }
      if (lastRequested.current[tier] === toKey(lists) || findTierError(changed[tier], tier) !== undefined) return
      void verify(tier, lists)
    },
    /** Checks every tier that has names, whether or not it has changed. */
    checkAllTiers(changed: TierTexts = texts): void {
      for (const tier of tiers) {
        if (findTierError(changed[tier], tier) === undefined) void verify(tier, { espnId, texts: changed })
      }
    },
    /** Checks all four tiers before a save. */
    async verifyAll(): Promise<{
      check: RosterCheck
      responses: PlayersVerification[]
      failure: string | null
    }> {
      const actions = await Promise.all(tiers.map((tier) => verify(tier, { espnId, texts })))
      const responses = actions.flatMap((action) => (action.type === 'received' ? [action.response] : []))
      const failed = actions.find((action) => action.type === 'failed')
      return {
        check: actions.reduce(rosterCheckReducer, emptyRosterCheck),
        responses,
        failure: failed?.reason ?? responses.find(({ reason }) => reason !== undefined)?.reason ?? null,
      }
    },
    /** Golfers of the field who were added to a tier need no check. */
    addIdentified: (golfers: readonly FieldGolfer[]) => dispatch({ type: 'identified', golfers }),
    reset(): void {
      lastRequested.current = []
      dispatch({ type: 'reset' })
    },
  }
}

type Lists = { readonly espnId: string; readonly texts: TierTexts }

function parseTierNames(texts: TierTexts) {
  return mapTiers((tier) => listNames(texts[tier]))
}

function toKey({ espnId, texts }: Lists): string {
  return JSON.stringify([espnId, parseTierNames(texts)])
}

/** "Tier A has 200 names, but the field has 156 golfers." */
function toLongListText(error: unknown): string | undefined {
  const [long] = error instanceof ApiProblem ? error.fields : []
  const tier = tierNames[Number(long?.field.replace('tiers.', ''))]
  return long && tier ? `Tier ${tier} ${long.message}.` : undefined
}
