import { startTransition, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { afterFrame } from '#web/time/after-frame.ts'
import { keepSequence, type RowKey, settleOne } from './row-sequence.ts'

/** Until the rows have come to rest. */
const settleAfterMs = 400

/**
 * The sequence of rows in the document. Rows that a refresh has moved are drawn in their new places at once; in the
 * document, where they are read in sequence, they follow one a frame.
 */
export function useRowSequence(wanted: readonly RowKey[]): readonly RowKey[] {
  const last = useRef(wanted)
  const isSettling = useRef(false)
  const [, draw] = useReducer((steps: number) => steps + 1, 0)
  const sequence = keepSequence(last.current, wanted)
  useLayoutEffect(() => {
    last.current = sequence
  })
  const text = sequence.join()
  const isSettled = text === wanted.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step for each sequence until it is as wanted.
  useEffect(() => {
    if (isSettled) {
      isSettling.current = false
      return
    }
    const step = () => {
      isSettling.current = true
      last.current = settleOne(last.current, wanted) ?? wanted
      startTransition(draw)
    }
    if (isSettling.current) return afterFrame(step)
    const timer = setTimeout(step, settleAfterMs)
    return () => clearTimeout(timer)
  }, [text, isSettled])
  return sequence
}
