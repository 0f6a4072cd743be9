import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { EventVerification } from '#contract/verification-contract.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { findIdError } from '#web/screens/tournament/values/tournament-values.ts'

/** The server's check of the event id in the form. */
type EventCheck = {
  /** `failed`: the check could not run. `unsupported`: a retry would give the same result. */
  readonly status: 'unchecked' | 'checking' | 'valid' | 'unsupported' | 'failed'
  /** Set only for a valid id. */
  readonly event?: EventVerification
  readonly error?: string
}

/** Checks each event id once, when its field is left (docs/rules.md, 8.1). */
export function useEventCheck(espnId: string, onValid: (event: EventVerification) => void) {
  const client = useApi()
  const id = espnId.trim()
  const [checked, setChecked] = useState<{ espnId: string; check: EventCheck }>()
  const latestId = useRef(id)
  const inFlight = useRef<{ espnId: string; result: Promise<EventCheck> } | null>(null)
  useEffect(() => {
    latestId.current = id
  }, [id])
  const check = checked?.espnId === id ? checked.check : unchecked

  async function request(): Promise<EventCheck> {
    const result = await client.get<EventVerification>(api.tournamentVerify(id)).then(toCheck, toFailure)
    // Another id may have been typed in the meantime.
    if (latestId.current === id) {
      setChecked({ espnId: id, check: result })
      if (result.event) onValid(result.event)
    }
    return result
  }

  /** Returns the known result, or requests it. */
  async function verify(): Promise<EventCheck> {
    if (findIdError(id) !== undefined) return unchecked
    if (check.status === 'valid' || check.status === 'unsupported') return check
    if (inFlight.current?.espnId === id) return inFlight.current.result
    setChecked({ espnId: id, check: { status: 'checking' } })
    const result = request().finally(() => {
      inFlight.current = null
    })
    inFlight.current = { espnId: id, result }
    return result
  }

  return { check, verify }
}

const unchecked: EventCheck = { status: 'unchecked' }

function toCheck(event: EventVerification): EventCheck {
  if (event.valid) return { status: 'valid', event }
  const { host, reason = 'This event cannot be played as a pool.' } = event
  return { status: 'unsupported', error: host === undefined ? reason : `Could not find Tournament ID on ${host}` }
}

function toFailure(error: unknown): EventCheck {
  return { status: 'failed', error: `The id could not be checked. ${toProblemText(error)}` }
}
