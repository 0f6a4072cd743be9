import { useEffect, useRef, useState } from 'react'
import type { Standings } from '#domain/standings/standings.ts'
import { useKeyDown } from '#web/ui/use-key-down.ts'

/** Loaded when there is something to say. */
const loadSpeech = () => import('#domain/standings/board-speech.ts')

/** In a busy hour, what refreshes change is announced together. */
const announcementIntervalMs = 15_000

type Input = {
  standings: Standings
  /** The standings before the last scores; null until a refresh. */
  previous: Standings | null
  /** Movement is counted from these; null if there are none. */
  before: Standings | null
  userId: number
  /** The board is a replay, whose moments the viewer chooses: nothing is announced. */
  isReplay: boolean
}

/**
 * The board in sentences for screen readers (docs/rules.md, 4.7): what a refresh changes, and what the viewer asks for, by a key
 * while the focus is in the table or by "Listen" in the board's menu.
 */
export function useBoardSpeech({ standings, previous, before, userId, isReplay }: Input) {
  // The number makes a repeated text new.
  const [{ number, text }, setSpeech] = useState({ number: 0, text: '' })
  const say = (text: string) => setSpeech(({ number }) => ({ number: number + 1, text }))
  const answers = {
    m: async () => (await loadSpeech()).toOwnSpeech(before, standings, userId),
    l: async () => (await loadSpeech()).toLeadersSpeech(standings),
    w: async () => (await loadSpeech()).toChangesSpeech(previous, standings),
    '?': async () => 'On the board, press M for my entries, L for the leaders, W for what has changed.',
  }
  /** Without the code of the sentences, which may not have loaded, nothing is said. */
  const ask = (key: keyof typeof answers) => void answers[key]().then(say, () => undefined)
  useKeyDown(({ target, key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || !(target instanceof Element) || !target.closest('main table')) return
    const asked = key.toLowerCase()
    if (asked in answers) ask(asked as keyof typeof answers)
  })
  const announced = useRef<{ standings: Standings; at: number }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version of the scores, after it has been drawn.
  useEffect(() => {
    // Another pool, the first scores, or a moment of a replay: what was said before is not of this board.
    if (previous === null || isReplay) {
      announced.current = null
      setSpeech((last) => (last.text === '' ? last : { ...last, text: '' }))
      return
    }
    const last = announced.current ?? { standings: previous, at: 0 }
    const announce = async () => {
      const { toStandingSpeech } = await loadSpeech()
      const text = toStandingSpeech(last.standings, standings, userId)
      if (text === null) return
      announced.current = { standings, at: Date.now() }
      say(text)
    }
    const timer = setTimeout(
      () => void announce().catch(() => undefined),
      Math.max(0, last.at + announcementIntervalMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [standings, previous, userId, isReplay])
  return {
    questions: [
      { key: 'm', name: 'My entries', ask: () => ask('m') },
      { key: 'l', name: 'Leaders', ask: () => ask('l') },
      { key: 'w', name: 'What changed', ask: () => ask('w') },
    ],
    text,
    spoken: (
      <div className="visually-hidden" aria-live="polite">
        {text !== '' && <p key={number}>{text}</p>}
      </div>
    ),
  }
}

export type BoardSpeech = ReturnType<typeof useBoardSpeech>
