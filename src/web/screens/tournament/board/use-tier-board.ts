import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { findMark, type GolferMarks } from '#web/screens/tournament/proposal/golfer-marks.ts'
import type { RosterLine } from '#web/screens/tournament/roster/roster.ts'
import { toDisplayName } from '#web/screens/tournament/values/tier-list-parser.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { type BoardPlace, toBoardCommand } from './board-keys.ts'
import { useGolferDrag } from './use-golfer-drag.ts'

export type Board = ReturnType<typeof useTierBoard>

/** The focus and the moves of the board. On phones one tier is open at a time. */
export function useTierBoard(editor: TournamentEditor, marks: GolferMarks) {
  const { roster, state, lockOf } = editor
  const { ranks } = state.values
  const element = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const [openTier, setOpenTier] = useState<Tier | null>(0)
  const [active, setActive] = useState<BoardPlace | null>(null)
  const [refusal, setRefusal] = useState('')
  /** What takes the focus after a move: the golfer in the new place, or, where that is closed, the next one here. */
  const next = useRef<BoardPlace | null>(null)
  const columns = tiers.map((tier) => roster.tiers[tier]?.lines ?? [])
  const names = columns.map((lines) => lines.map(({ name }) => name))
  const isOpen = (tier: Tier) => !isPhone || tier === openTier
  const { drag, ghost, start } = useGolferDrag({
    mayMoveTo,
    onDrop: (line, { tier, before }) => place(line, tier, before),
    onRefused: refuse,
  })

  useEffect(() => {
    if (next.current === null) return
    focusOn(next.current)
    next.current = null
  })

  function focusOn({ tier, name }: BoardPlace): void {
    if (!isOpen(tier)) flushSync(() => setOpenTier(tier))
    const column = element.current?.querySelector(`[data-board-tier="${tier}"]`)
    const rows = [...(column?.querySelectorAll<HTMLElement>('[data-board-name]') ?? [])]
    const row = rows.find(({ dataset }) => dataset['boardName'] === name) ?? column
    row?.querySelector('button')?.focus()
  }

  function mayMoveTo(line: RosterLine, tier: Tier): boolean {
    const lock = lockOf(line)
    return lock === undefined || tier === lock.tier || tier === line.tier
  }

  function refuse(line: RosterLine): void {
    const lock = lockOf(line)
    if (lock) setRefusal(`${toDisplayName(line.name)} stays in tier ${tierNames[lock.tier]}: ${lock.reason}.`)
  }

  function place(line: RosterLine, tier: Tier, before: string | null): void {
    setRefusal('')
    editor.move(line, tier, before)
  }

  function move(line: RosterLine, tier: Tier, before: string | null): void {
    if (!mayMoveTo(line, tier)) {
      refuse(line)
      return
    }
    const here = names[line.tier] ?? []
    const index = here.indexOf(line.name)
    const beside = here[index + 1] ?? here[index - 1] ?? ''
    next.current = isOpen(tier) ? { tier, name: line.name } : { tier: line.tier, name: beside }
    place(line, tier, before)
  }

  function press(event: KeyboardEvent, line: RosterLine): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const command = toBoardCommand({ key, shiftKey, hasModifier: ctrlKey || metaKey || altKey }, line, names)
    if (command === undefined) return
    event.preventDefault()
    if (command.type === 'focus') focusOn(command.place)
    else move(line, command.tier, command.before)
  }

  const isKnown = active !== null && isOpen(active.tier) && names[active.tier]?.includes(active.name) === true
  const firstTier = tiers.find((tier) => isOpen(tier) && (names[tier]?.length ?? 0) > 0)
  return {
    ...{ element, ghost, columns, isPhone, isOpen, refusal, lockOf, mayMoveTo, setActive, press, start, move },
    draggedLine: drag?.line,
    dropTarget: drag?.target,
    toggle: (tier: Tier) => setOpenTier(tier === openTier ? null : tier),
    /** The row that is in the tab order (roving tabindex). */
    isTabStop: ({ tier, name }: RosterLine, index: number) =>
      isKnown ? active.tier === tier && active.name === name : tier === firstTier && index === 0,
    rankOf: ({ validation }: RosterLine) => ranks[validation?.espnId ?? ''],
    markOf: ({ validation }: RosterLine) => findMark(validation?.espnId, ranks, marks),
  }
}
