import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '#domain/tournament/tournament.ts'
import { buildScoredGolfer, buildScores } from '#test/support/build-scores.ts'
import { buildEntry, buildPlayers, buildTournament } from '#test/support/build-tournament.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { entryFormKind, toSavedEntry, withAnswer } from '#web/screens/entry/form-state/entry-form-state.ts'
import { toSubmission as toEntrySubmission } from '#web/screens/entry/form-state/entry-values.ts'
import { changeCells, listEdits, settleEdits, toPublishedCells } from '#web/screens/scores/score-edits.ts'
import { tournamentFormKind, withQuestion, withText } from '#web/screens/tournament/values/tournament-form-state.ts'
import {
  toSavedTournament,
  toSubmission as toTournamentSubmission,
} from '#web/screens/tournament/values/tournament-values.ts'
import { countUnsaved, markSaved } from './form-state.ts'
import type { ScoreEdits } from './score-drafts.ts'

/** A form with three text fields and a server that answers late. */
type TestForm = {
  /** Replaces the text of a field. */
  type: (field: number, text: string) => void
  read: () => readonly string[]
  isUnsaved: () => boolean
  /** Sends the form. Returns the answer, to be received later. */
  send: () => () => void
  readServer: () => readonly string[]
}

const saves = 10
const zone = 'America/New_York'

function openEntry(): TestForm {
  const players = buildPlayers()
  let stored: Entry = buildEntry({ tiebreakers: ['a', 'b'] })
  const kind = entryFormKind(players)
  let state = kind.open(toSavedEntry(stored, players))
  return {
    type(field, text) {
      state = withAnswer(state, field % 2, text)
    },
    read: () => state.values.answers,
    isUnsaved: () => countUnsaved(kind, state) > 0,
    send() {
      const sent = state.values
      const submission = toEntrySubmission(sent, state.saved, { userId: 1, tournamentId: 1 })
      if (submission === undefined) throw new Error('The entry is incomplete.')
      return () => {
        const [first = '', second = ''] = submission.tiebreakers
        stored = { ...stored, version: stored.version + 1, tiebreakers: [first, second] }
        state = markSaved(kind, state, sent, toSavedEntry(stored, players))
      }
    },
    readServer: () => stored.tiebreakers,
  }
}

function openTournament(): TestForm {
  const { players, trueAnswers: _, ...head } = buildTournament()
  let stored = { ...head, players: [...players], tiebreakers: ['a', 'b'] as [string, string], entries: [] }
  const kind = tournamentFormKind(zone)
  let state = kind.open(toSavedTournament(stored, zone))
  return {
    type(field, text) {
      state = field === 2 ? withText(state, 'name', text) : withQuestion(state, field, text)
    },
    read: () => [...state.values.tiebreakers, state.values.name],
    isUnsaved: () => countUnsaved(kind, state) > 0,
    send() {
      const sent = state.values
      const submission = toTournamentSubmission(sent, state.saved, stored.players, zone)
      if (submission === undefined) throw new Error('The tournament has no start.')
      return () => {
        const { name, tiebreakers } = submission
        stored = { ...stored, name, tiebreakers }
        state = markSaved(kind, state, sent, toSavedTournament(stored, zone))
      }
    },
    readServer: () => [...stored.tiebreakers, stored.name],
  }
}

function openScores(): TestForm {
  const cells = ['1', '2', '3'] as const
  const scores = buildScores(
    { round: 2 },
    cells.map((id) => buildScoredGolfer({ id })),
  )
  let published = toPublishedCells(scores)
  let edits: ScoreEdits = {}
  const readPublished = () => cells.map((id) => published.get(id)?.['thru'] ?? '')
  return {
    type(field, text) {
      edits = changeCells(edits, published, [[cells[field] ?? '', 'thru', text]])
    },
    read: () => cells.map((id, index) => edits[id]?.['thru']?.text ?? readPublished()[index] ?? ''),
    isUnsaved: () => listEdits(edits).length > 0,
    send() {
      const sent = edits
      return () => {
        const next = new Map(published)
        for (const [id, column, text] of listEdits(sent)) next.set(id, { ...next.get(id), [column]: text.trim() })
        published = next
        edits = settleEdits(edits, sent, published)
      }
    },
    readServer: readPublished,
  }
}

/** A save removes spaces around a text. */
const toLetters = (texts: readonly string[]) => texts.map((text) => text.replaceAll(' ', ''))

const keystroke = fc.record({ field: fc.nat({ max: 2 }), letter: fc.constantFrom('x', 'y', ' ') })
/** The keys pressed before a save is sent, and while it runs. */
const attempt = fc.record({
  before: fc.array(keystroke, { maxLength: 4 }),
  during: fc.array(keystroke, { maxLength: 4 }),
  isAnswered: fc.boolean(),
})

test.each([
  ['entry', openEntry],
  ['tournament', openTournament],
  ['scores', openScores],
])('a form that is saved ten times while somebody types loses no letter: %s', (_, open) => {
  const attempts = fc.array(attempt, { minLength: saves, maxLength: saves })
  fc.assert(
    fc.property(attempts, (all) => {
      const form = open()
      let typed = toLetters(form.read())
      const press = ({ field, letter }: { field: number; letter: string }) => {
        const index = field % typed.length
        form.type(index, `${form.read()[index]}${letter}`)
        typed = toLetters(typed.with(index, `${typed[index]}${letter}`))
      }
      const check = () => {
        expect(toLetters(form.read())).toEqual(typed)
        if (toLetters(form.readServer()).join() !== typed.join()) expect(form.isUnsaved()).toBe(true)
      }
      for (const { before, during, isAnswered } of all) {
        before.forEach(press)
        const receive = form.send()
        during.forEach(press)
        // Without an answer, the save has failed.
        if (isAnswered) receive()
        check()
      }
      form.send()()
      expect(toLetters(form.readServer())).toEqual(typed)
      expect(form.isUnsaved()).toBe(false)
    }),
    { numRuns: testRounds(200) },
  )
})
