import { useEffect, useReducer, useRef } from 'react'
import type { PlayersVerification } from '#contract/verification-contract.ts'
import { type Tier, tiers } from '#domain/tournament.ts'
import { verifyPlayers } from '#web/api/tournament-form-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { explainCheckFailure } from '../details/use-event-check.ts'
import { listNames } from '../values/tier-list-parser.ts'
import { findTierError, type TierTexts } from '../values/tournament-values.ts'
import { emptyRosterCheck, type RosterAction, type RosterCheck, rosterCheckReducer } from './roster-check.ts'

/** Asks whom the names mean, a tier at a time when its field is left, and keeps what is known of them. */
export function useRosterCheck(espnId: string, texts: TierTexts) {
  const client = useApi()
  const [check, dispatch] = useReducer(rosterCheckReducer, emptyRosterCheck)
  const order = useRef(0)
  const lastRequested = useRef<string[]>([])
  const latest = useRef({ espnId, texts })
  useEffect(() => {
    latest.current = { espnId, texts }
  }, [espnId, texts])

  /** Answers what to tell the list of what is known. */
  async function ask(tier: Tier, { espnId: id, texts: now }: Lists, turn: number): Promise<RosterAction> {
    const lists = parseTierNames(now)
    const allTouched = lists.every((names) => names.length > 0)
    try {
      const answer = await verifyPlayers(client, { espnId: id, tiers: lists, tier, allTouched })
      return { type: 'answered', tier, order: turn, answer, allTouched }
    } catch (error) {
      return { type: 'failed', tier, order: turn, reason: explainCheckFailure(error) }
    }
  }

  async function verify(tier: Tier, lists: Lists): Promise<RosterAction> {
    order.current += 1
    const turn = order.current
    lastRequested.current[tier] = toKey(lists)
    dispatch({ type: 'asked', tier, order: turn })
    const action = await ask(tier, lists, turn)
    // Of another event's field nothing is to be known here.
    if (latest.current.espnId === lists.espnId) dispatch(action)
    if (action.type === 'failed' || (action.type === 'answered' && action.answer.reason !== undefined)) {
      lastRequested.current[tier] = ''
    }
    return action
  }

  return {
    check,
    /** A tier was left: asked about unless nothing has changed since. `changed` are the lists to come, if they do. */
    leave(tier: Tier, changed: TierTexts = texts): void {
      const lists = { espnId, texts: changed }
      if (lastRequested.current[tier] === toKey(lists) || findTierError(changed[tier], tier) !== undefined)
        return
      void verify(tier, lists)
    },
    /** All lists that hold somebody; after they came from theirs, or to try again. */
    checkAllTiers(changed: TierTexts = texts, id = espnId): void {
      for (const tier of tiers) {
        if (findTierError(changed[tier], tier) === undefined)
          void verify(tier, { espnId: id, texts: changed })
      }
    },
    /** All four, just now, before they are sent: whom they mean, and what the server said. */
    async verifyAll(): Promise<{
      check: RosterCheck
      answers: PlayersVerification[]
      failure: string | null
    }> {
      const actions = await Promise.all(tiers.map((tier) => verify(tier, { espnId, texts })))
      const answers = actions.flatMap((action) => (action.type === 'answered' ? [action.answer] : []))
      const failed = actions.find((action) => action.type === 'failed')
      return {
        check: actions.reduce(rosterCheckReducer, emptyRosterCheck),
        answers,
        failure: failed?.reason ?? answers.find(({ reason }) => reason !== undefined)?.reason ?? null,
      }
    },
    place: (action: Extract<RosterAction, { type: 'placed' }>) => dispatch(action),
    forget(): void {
      lastRequested.current = []
      dispatch({ type: 'forget' })
    },
  }
}

type Lists = { readonly espnId: string; readonly texts: TierTexts }
type TierNameLists = [string[], string[], string[], string[]]

function parseTierNames([a, b, c, d]: TierTexts): TierNameLists {
  return [listNames(a), listNames(b), listNames(c), listNames(d)]
}

function toKey({ espnId, texts }: Lists): string {
  return JSON.stringify([espnId, parseTierNames(texts)])
}
