import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { afterFrame } from '#web/time/after-frame.ts'
import { keepSequence, type RowKey, settleOne } from './row-sequence.ts'

/** By then the rows are at rest, and their numbers are no longer highlighted. */
const settleAfterMs = 2500

/** An element of a row in the document. */
export type RowElement = {
  readonly key: RowKey
  /** Identifies the element: a row that settles has two for some frames. */
  readonly id: string
  /** It will replace the row's other element: half of its cells are rendered, or all. */
  readonly copy: 'half' | 'whole' | null
}

type Copy = { readonly key: RowKey; readonly isWhole: boolean }

/**
 * The sequence of rows in the document. Rows that a refresh has moved are drawn in their new places at once; in the
 * document, where they are read in sequence, they follow later. Moving an element takes as long as creating one, and cannot be
 * split into two frames. So a copy of the row is created in the right place, and then replaces the row.
 */
export function useRowSequence(wanted: readonly RowKey[], focusedKey: string | undefined): readonly RowElement[] {
  const last = useRef(wanted)
  const generations = useRef(new Map<RowKey, number>())
  const isSettling = useRef(false)
  const [copy, setCopy] = useState<Copy | null>(null)
  const sequence = keepSequence(last.current, wanted)
  useLayoutEffect(() => {
    last.current = sequence
  })
  const next = settleOne(sequence, wanted)
  const text = sequence.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step for each sequence until it is as wanted.
  useEffect(() => {
    if (next === null) {
      isSettling.current = false
      return
    }
    const { key, settled } = next
    const step = () => {
      isSettling.current = true
      const isCopied = copy?.key === key && copy.isWhole
      if (isCopied) generations.current.set(key, generationOf(key) + 1)
      // A copy would not have the focus.
      if (isCopied || String(key) === focusedKey) last.current = settled
      startTransition(() => setCopy(isCopied ? null : { key, isWhole: copy?.key === key }))
    }
    if (isSettling.current) return afterFrame(step)
    const timer = setTimeout(step, settleAfterMs)
    return () => clearTimeout(timer)
  }, [text, copy, next === null])

  const generationOf = (key: RowKey) => generations.current.get(key) ?? 0
  const toElement = (key: RowKey): RowElement => ({ key, id: `${key}.${generationOf(key)}`, copy: null })
  if (next === null || copy?.key !== next.key) return sequence.map(toElement)
  const { key, settled } = next
  const follower = sequence[sequence.indexOf(key) + 1]
  const elements = settled.map(toElement)
  elements[settled.indexOf(key)] = { key, id: `${key}.${generationOf(key) + 1}`, copy: copy.isWhole ? 'whole' : 'half' }
  return elements.toSpliced(follower === undefined ? settled.length : settled.indexOf(follower), 0, toElement(key))
}
