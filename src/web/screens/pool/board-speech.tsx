import { useEffect, useRef, useState } from 'react'
import {
  toChangesSpeech,
  toLeadersSpeech,
  toOwnSpeech,
  toStandingAnnouncement,
} from '#domain/standings/announcement.ts'
import type { Standings } from '#domain/standings/standings.ts'

/** In a busy hour, what refreshes change is announced together. */
const announcementIntervalMs = 15_000

type Input = {
  standings: Standings
  /** The standings before the last scores; null until a refresh. */
  previous: Standings | null
  /** Movement is counted from these; null if there are none. */
  before: Standings | null
  userId: number
}

/**
 * The board in sentences for screen readers (docs/rules.md, 4.7): what a refresh changes, and what the viewer asks for, by a key
 * while the focus is in the table or by an item of the board's menu.
 */
export function useBoardSpeech({ standings, previous, before, userId }: Input) {
  // The number makes a repeated text new.
  const [speech, setSpeech] = useState({ number: 0, text: '' })
  const say = (text: string) => setSpeech(({ number }) => ({ number: number + 1, text }))
  const questions = [
    { key: 'm', name: 'My entries', answer: () => toOwnSpeech(before, standings, userId) },
    { key: 'l', name: 'Leaders', answer: () => toLeadersSpeech(standings) },
    { key: 'w', name: 'What changed', answer: () => toChangesSpeech(previous, standings) },
    { key: '?', name: 'Keys', answer: () => keysText },
  ]
  useEffect(() => {
    const answerKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (!(event.target instanceof Element) || event.target.closest('main table') === null) return
      const question = questions.find(({ key }) => key === event.key.toLowerCase())
      if (question !== undefined) say(question.answer())
    }
    addEventListener('keydown', answerKey)
    return () => removeEventListener('keydown', answerKey)
  })
  useAnnouncements(standings, previous, userId, say)
  return {
    questions: questions.map(({ key, name, answer }) => (
      <button type="button" key={key} aria-keyshortcuts={key} onClick={() => say(answer())}>
        {name}
      </button>
    )),
    speech,
  }
}

const keysText =
  'On the board, press M for my entries, L for the leaders, W for what has changed, and the question mark for the keys.'

/** When refreshes have moved the viewer’s best entry, after they have been drawn. */
function useAnnouncements(
  standings: Standings,
  previous: Standings | null,
  userId: number,
  say: (text: string) => void,
) {
  const announced = useRef<{ standings: Standings; at: number }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version of the scores.
  useEffect(() => {
    if (previous === null) return
    announced.current ??= { standings: previous, at: Number.NEGATIVE_INFINITY }
    const { standings: last, at } = announced.current
    const timer = setTimeout(
      () => {
        const text = toStandingAnnouncement(last, standings, userId)
        if (text === null) return
        announced.current = { standings, at: Date.now() }
        say(text)
      },
      Math.max(0, at + announcementIntervalMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [standings, previous, userId])
}

/** Where the sentences are spoken. */
export function BoardSpeech({ speech: { number, text } }: Pick<ReturnType<typeof useBoardSpeech>, 'speech'>) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {text !== '' && <p key={number}>{text}</p>}
    </div>
  )
}
