import type { CalendarEventResponse } from '#contract/tournament-setup-contract.ts'
import { foldName, foldWords } from '#domain/names/folded-names.ts'

export type EventGroup = { readonly title: string; readonly events: readonly CalendarEventResponse[] }

/** How many events of the coming weeks are shown at first. */
const shownAtFirst = 5

/** The events in the order in which they are offered: this week, the coming weeks and, in a search, earlier ones. */
export function groupEvents(
  events: readonly CalendarEventResponse[],
  query: string,
  isAllShown: boolean,
): { groups: EventGroup[]; hidden: number } {
  const words = foldWords(query)
  const found = events.filter(({ name }) => words.every((word) => foldName(name).includes(word)))
  const thisWeek = found.filter(({ state }) => state === 'on' || state === 'this-week')
  const coming = found.filter(({ state }) => state === 'coming')
  const earlier = words.length === 0 ? [] : found.filter(({ state }) => state === 'over').toReversed()
  const shown = words.length > 0 || isAllShown ? coming : coming.slice(0, shownAtFirst)
  const groups = [
    { title: 'This week', events: thisWeek },
    { title: 'Coming weeks', events: shown },
    { title: 'Earlier', events: earlier },
  ]
  return { groups: groups.filter((group) => group.events.length > 0), hidden: coming.length - shown.length }
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "18 – 21 Jun". The days are the same in every time zone. */
export function formatDays({ firstDay, lastDay }: Pick<CalendarEventResponse, 'firstDay' | 'lastDay'>): string {
  return dayFormat.formatRange(new Date(firstDay), new Date(lastDay))
}
