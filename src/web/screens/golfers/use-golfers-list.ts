import { useMemo } from 'react'
import type { Cutline } from '#domain/field/field.ts'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'
import { filterByName } from '#web/ui/name-filter.ts'
import { useStoredChoice } from '#web/ui/stored-choice.ts'
import { useSearchQuery } from '#web/url/parameters.ts'
import { listLines, sortGolfers, useGolfersSort } from './golfers-sort.ts'

type Input = {
  golfers: readonly GolferRow[]
  /** The ids of the golfers whom the viewer has picked. */
  mine: ReadonlySet<string>
  starred: ReadonlySet<string>
  /** Null if no cut is projected. */
  cutline: Cutline | null
}

/** The golfers that the viewer wants to see, in their order, and the controls that choose them. */
export function useGolfersList({ golfers, mine, starred, cutline }: Input) {
  const [query, setQuery] = useSearchQuery()
  const [shownChoice, setShownChoice] = useStoredChoice('golfers-shown', ['all', 'mine'])
  const isMineOnly = shownChoice === 'mine' && mine.size > 0
  const control = useGolfersSort()
  const { sort, isDefault } = control
  const matches = useMemo(() => filterByName(golfers, query, ({ fullName }) => fullName), [golfers, query])
  const lines = useMemo(() => {
    const sorted = sortGolfers(matches ?? golfers, sort)
    const chosen = isMineOnly ? sorted.filter(({ espnId }) => mine.has(espnId)) : sorted
    // A filtered or sorted list has no cut line (docs/rules.md, 3.6).
    const isWhole = matches === null && !isMineOnly && isDefault
    return listLines(chosen, { starred, cutline: isWhole ? cutline : null, sort })
  }, [matches, golfers, sort, isDefault, isMineOnly, mine, starred, cutline])
  return {
    lines,
    control,
    search: { query, setQuery, matches },
    isMineOnly,
    setMineOnly: (isOn: boolean) => setShownChoice(isOn ? 'mine' : 'all'),
    /** Changes with what the viewer has asked for. */
    view: `${query} ${isMineOnly} ${sort.name}`,
  }
}
