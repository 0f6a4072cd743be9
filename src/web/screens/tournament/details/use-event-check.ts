import { useEffect, useRef, useState } from 'react'
import type { EventVerification } from '#contract/verification-contract.ts'
import { ApiProblem, codeOf } from '#web/api/api-problem.ts'
import { verifyEvent } from '#web/api/tournament-form-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { findIdError } from '../values/tournament-values.ts'

/** What is known of the event that the form names. */
export type EventCheck =
  | { readonly status: 'unknown' | 'asking' }
  | { readonly status: 'valid'; readonly answer: EventVerification }
  /** It cannot be played; asking again would say the same. */
  | { readonly status: 'refused'; readonly error: string }
  /** Nobody could tell. */
  | { readonly status: 'unanswered'; readonly error: string }

type Known = { readonly espnId: string; readonly check: EventCheck }

/** Asks whether the event can be played when its id is left: once for each id (specification, section 5). */
export function useEventCheck(espnId: string, onValid: (answer: EventVerification) => void) {
  const client = useApi()
  const id = espnId.trim()
  const [known, setKnown] = useState<Known>({ espnId: '', check: { status: 'unknown' } })
  const latestId = useRef(id)
  const inFlight = useRef<{ espnId: string; answer: Promise<EventCheck> } | null>(null)
  useEffect(() => {
    latestId.current = id
  }, [id])
  const check: EventCheck = known.espnId === id ? known.check : { status: 'unknown' }

  async function ask(): Promise<EventCheck> {
    const found = await verifyEvent(client, id).then(toCheck, toFailure)
    // What was typed meanwhile is another event.
    if (latestId.current === id) {
      setKnown({ espnId: id, check: found })
      if (found.status === 'valid') onValid(found.answer)
    }
    return found
  }

  /** Answers what is known, after asking where that is nothing. */
  async function look(): Promise<EventCheck> {
    if (findIdError(id) !== undefined) return { status: 'unknown' }
    if (check.status === 'valid' || check.status === 'refused') return check
    if (inFlight.current?.espnId === id) return inFlight.current.answer
    setKnown({ espnId: id, check: { status: 'asking' } })
    const answer = ask().finally(() => {
      inFlight.current = null
    })
    inFlight.current = { espnId: id, answer }
    return answer
  }

  return { check, look }
}

function toCheck(answer: EventVerification): EventCheck {
  if (answer.valid) return { status: 'valid', answer }
  const { host, reason = 'This event cannot be played as a pool.' } = answer
  return {
    status: 'refused',
    error: host === undefined ? reason : `Could not find Tournament ID on ${host}`,
  }
}

function toFailure(error: unknown): EventCheck {
  return { status: 'unanswered', error: `The id could not be checked. ${explainCheckFailure(error)}` }
}

/** Why there was no answer, in words, for whoever may try again. */
export function explainCheckFailure(error: unknown): string {
  switch (codeOf(error)) {
    case 'feed-unavailable':
      return error instanceof ApiProblem ? error.message : 'The sports feed did not answer.'
    case 'offline':
      return 'The server cannot be reached.'
    case 'unauthenticated':
      return 'Your sign-in has run out. Reload the page to sign in again; what you typed is kept.'
    case 'too-many-requests':
      return 'That was too often in a short time. Wait a minute.'
    default:
      return 'The server could not do it right now.'
  }
}
