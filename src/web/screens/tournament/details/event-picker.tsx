import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarEventResponse } from '#contract/tournament-setup-contract.ts'
import { calendarQuery } from '#web/api/admin-queries.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { toDayRange } from '#web/time/time-text.ts'
import { filterByName } from '#web/ui/name-filter.ts'
import styles from './event-picker.module.css'

/** Offers the events of the feed's calendar. If it is unavailable, the id can still be typed. */
export function EventPicker({ editor }: { editor: TournamentEditor }) {
  const { data, error, isPending } = useQuery(calendarQuery)
  const [query, setQuery] = useState('')
  const [isAllShown, setIsAllShown] = useState(false)
  // A draft keeps its event.
  const [isOpen, setIsOpen] = useState(editor.state.values.espnId === '')
  /** After a switch, the control that replaces the pressed button takes the focus. */
  const [isSwitched, setIsSwitched] = useState(false)
  const setList = (shown: boolean) => {
    setIsOpen(shown)
    setIsSwitched(true)
  }
  const failure = error === null ? (data?.failure ?? null) : toProblemText(error)
  const events = data?.events ?? []
  const { espnId } = editor.state.values
  const chosen = events.find((event) => event.espnId === espnId.trim())

  if (isPending) {
    return (
      <p className="small-print" role="status">
        Loading the events of the season
      </p>
    )
  }
  if (events.length === 0) {
    return (
      <p className="small strong" role="status">
        The events of the season can’t be listed. {failure} Enter the id of the tournament.
      </p>
    )
  }
  if (!isOpen && chosen !== undefined) {
    return (
      <div className={styles.chosen}>
        <EventSummary event={chosen} />
        {/* biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone. */}
        <button type="button" className="button-text" autoFocus={isSwitched} onClick={() => setList(true)}>
          Choose another event
        </button>
      </div>
    )
  }

  const { groups, hidden } = groupEvents(events, query, isAllShown)
  return (
    <div className="field">
      <label htmlFor="event-search">Find an event</label>
      <input
        // biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone.
        autoFocus={isSwitched}
        id="event-search"
        type="search"
        className={`input ${styles.search}`}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {failure !== null && (
        <p className="small strong" role="status">
          {failure} These events are from an earlier response.
        </p>
      )}
      <div className={styles.list}>
        {groups.map(({ title, events: listed }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {listed.map((event) => (
                <li key={event.espnId}>
                  <button
                    type="button"
                    className={styles.event}
                    aria-pressed={event.espnId === chosen?.espnId}
                    onClick={() => {
                      editor.chooseEvent(event.espnId)
                      setList(false)
                    }}
                  >
                    <EventSummary event={event} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className={styles.empty}>No event matches. You can enter the id instead.</p>}
      </div>
      <p className="visually-hidden" role="status">
        {query === '' ? '' : `${groups.flatMap((group) => group.events).length} events match.`}
      </p>
      {hidden > 0 && (
        <button type="button" className={`button-text ${styles.more}`} onClick={() => setIsAllShown(true)}>
          Show {hidden} more
        </button>
      )}
    </div>
  )
}

function EventSummary({ event }: { event: CalendarEventResponse }) {
  const state = stateTexts[event.state]
  return (
    <>
      <span className="strong">{event.name}</span>
      <span className="small-print">{toDayRange(event.firstDay, event.lastDay)}</span>
      {(state !== '' || event.tournamentId !== null) && (
        <span className={`small-print ${styles.state}`}>
          {[state, event.tournamentId === null ? '' : 'in this pool'].filter(Boolean).join(', ')}
        </span>
      )}
    </>
  )
}

const stateTexts = { on: 'being played', 'this-week': 'this week', coming: '', over: 'over' } as const

type EventGroup = { readonly title: string; readonly events: readonly CalendarEventResponse[] }

/** How many events of the coming weeks are shown at first. */
const shownAtFirst = 5

/** The events in the order in which they are offered: this week, the coming weeks and, in a search, earlier ones. */
export function groupEvents(
  events: readonly CalendarEventResponse[],
  query: string,
  isAllShown: boolean,
): { groups: EventGroup[]; hidden: number } {
  const matches = filterByName(events, query, ({ name }) => name)
  const found = matches ?? events
  const thisWeek = found.filter(({ state }) => state === 'on' || state === 'this-week')
  const coming = found.filter(({ state }) => state === 'coming')
  const earlier = matches === null ? [] : found.filter(({ state }) => state === 'over').toReversed()
  const shown = matches !== null || isAllShown ? coming : coming.slice(0, shownAtFirst)
  const groups = [
    { title: 'This week', events: thisWeek },
    { title: 'Coming weeks', events: shown },
    { title: 'Earlier', events: earlier },
  ]
  return { groups: groups.filter((group) => group.events.length > 0), hidden: coming.length - shown.length }
}
