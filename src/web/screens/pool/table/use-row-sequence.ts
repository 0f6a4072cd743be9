import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RowKey } from '#web/board/board-order.ts'
import { rowParts } from '#web/board/row-slot.ts'
import { afterFrame } from '#web/time/after-frame.ts'
import { keepSequence, settleOne } from './row-sequence.ts'

/** By then the rows are at rest, and their numbers are no longer highlighted. */
const settleAfterMs = 2500

/** An element of a row in the document. */
export type RowElement = {
  readonly key: RowKey
  /** Identifies the element: a row that settles has two for some frames. */
  readonly id: string
  /** Of a copy that will replace the row's other element: how many of its parts are rendered. */
  readonly copiedParts: number | null
}

type Copy = { readonly key: RowKey; readonly parts: number }

/**
 * The sequence of rows in the document. Rows that a refresh has moved are drawn in their new places at once; in the
 * document, where they are read in sequence, they follow later. Moving an element takes as long as creating one, and cannot be
 * split into several frames. So a copy of the row is created in the right place, and then replaces the row. The focused
 * row stays, because its copy would not have the focus, and the others move around it.
 */
export function useRowSequence(wanted: readonly RowKey[], focusedKey: RowKey | undefined): readonly RowElement[] {
  const last = useRef(wanted)
  const generations = useRef(new Map<RowKey, number>())
  const isSettling = useRef(false)
  const [copy, setCopy] = useState<Copy | null>(null)
  const sequence = keepSequence(last.current, wanted)
  useLayoutEffect(() => {
    last.current = sequence
  })
  const next = settleOne(sequence, wanted, focusedKey)
  const text = sequence.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step for each sequence until it is as wanted.
  useEffect(() => {
    if (next === null) {
      isSettling.current = false
      return
    }
    const { key, settled } = next
    let cancel = isSettling.current ? afterFrame(step) : wait()
    return () => cancel()

    function wait() {
      const timer = setTimeout(step, settleAfterMs)
      return () => clearTimeout(timer)
    }

    function step() {
      isSettling.current = !isInUse()
      if (!isSettling.current) {
        cancel = wait()
        return
      }
      const parts = copy?.key === key ? copy.parts : 0
      if (parts === rowParts) {
        generations.current.set(key, generationOf(key) + 1)
        last.current = settled
      }
      startTransition(() => setCopy(parts === rowParts ? null : { key, parts: parts + 1 }))
    }
  }, [text, copy, focusedKey, next === null])

  const generationOf = (key: RowKey) => generations.current.get(key) ?? 0
  const toElement = (key: RowKey): RowElement => ({ key, id: `${key}.${generationOf(key)}`, copiedParts: null })
  if (next === null || copy?.key !== next.key) return sequence.map(toElement)
  const { key, settled } = next
  const follower = sequence[sequence.indexOf(key) + 1]
  const elements = settled.map(toElement)
  elements[settled.indexOf(key)] = { key, id: `${key}.${generationOf(key) + 1}`, copiedParts: copy.parts }
  return elements.toSpliced(follower === undefined ? settled.length : settled.indexOf(follower), 0, toElement(key))
}

/** A press or a selection would end with the element that is replaced. */
function isInUse(): boolean {
  return document.querySelector('tbody :active') !== null || document.getSelection()?.type === 'Range'
}
