import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Board, BoardRecord } from '#domain/history/board-history.ts'
import { applyCorrections } from '#domain/scores/score-corrections.ts'
import { readContent } from '#domain/seal/sealed-entry.ts'
import { writeBundle } from '#test/support/eventful-bundle.ts'
import { verifyBundle } from './bundle-verification.ts'

/** A bundle as the version before the seal's second format wrote it. */
const bytes = new Uint8Array(gunzipSync(readFileSync('test/support/bundle-format-1.json.gz')))
const words = 'indigo uncle tulip barn'

type Entry = { name: string; content: string; leaf: string; results: unknown[] }
type Bundle1 = {
  tournament: { name: string; hasEnded: boolean }
  seal: { words: string; sealedAt: string } | null
  entries: Entry[]
  corrections: object[]
  withdrawn: { id: number; name: string; by: string | null; reason: string | null; leaf: string | null }[]
  scores: { version: number; golfersScores: Record<string, unknown>[] }
  records: BoardRecord[]
}

const read = () => JSON.parse(new TextDecoder().decode(bytes)) as Bundle1

function verify(change: (bundle: Bundle1) => unknown) {
  const bundle = read()
  change(bundle)
  const { problems, unverified, notes } = verifyBundle(writeBundle(bundle))
  return { problems, unverified, notes }
}

/** The results of the others stay. */
function withdraw(bundle: Bundle1, by: string | null, reason: string | null): void {
  const entry = bundle.entries.pop()
  if (!entry) throw new Error('There is no entry.')
  bundle.withdrawn.push({ id: readContent(entry.content)?.entry ?? 0, name: entry.name, by, reason, leaf: entry.leaf })
}

test('a bundle and a seal of format 1 are verified, and what the seal does not cover is said', () => {
  const verdict = verifyBundle(bytes)
  expect(verdict).toMatchObject({ problems: [], unverified: [] })
  expect(verdict.notes).toContain('The seal is of format 1: it does not cover name, start, questions and tiers.')
  expect(verifyBundle(bytes, read().seal?.words).problems).toEqual([])
  expect(verifyBundle(bytes, words).problems).toEqual([expect.stringMatching(/not the one that you noted/)])
})

test('a sealed entry that does not count needs who, when and why', () => {
  const about = 'Entry 2 of The rival was sealed and does not count'
  expect(verify((bundle) => withdraw(bundle, null, null)).problems).toEqual([
    `${about}, and the file does not say who withdrew it.`,
    `${about}, and the file does not say why.`,
    expect.stringContaining('Entry 1 of The player has'),
  ])
  const honest = verify((bundle) => withdraw(bundle, 'Ann', 'Not paid'))
  expect(honest.unverified).toEqual([
    `${about}. A file of format 1 does not say when that was decided: download it again.`,
  ])
  expect(honest.notes).toContain(`${about}: withdrawn by Ann at an unknown time, “Not paid”.`)
})

test('what is missing is said, and never verified', () => {
  const unsealed = verify((bundle) => {
    bundle.seal = null
    for (const entry of bundle.entries) Object.assign(entry, { leaf: null })
  })
  expect(unsealed.unverified).toEqual([
    expect.stringMatching(/^There is no seal .*: nothing shows that the entries are those of the start\.$/),
  ])
  const unrecorded = verify((bundle) => Object.assign(bundle, { records: [] }))
  expect(unrecorded.unverified).toContain('No version of the scores is recorded.')
  const last = verify((bundle) => Object.assign(bundle, { records: [{ board: bundle.scores }] }))
  expect(last.unverified).toContainEqual(
    expect.stringMatching(
      /^The scores are recorded from version 8 .* what golfers had scored before was not recorded\.$/,
    ),
  )
})

test('with one version only, a golfer faked by 20 strokes is found in the row', () => {
  const { problems } = verify((bundle) => {
    const row = bundle.scores.golfersScores[0]
    Object.assign(row ?? {}, { relativeScore: -31, toPar: '-11' })
    bundle.records = [{ board: bundle.scores } as unknown as BoardRecord]
  })
  expect(problems).toContainEqual(
    expect.stringMatching(/^Version 8 of the scores, .*: to par is “-11”, and its value is -31\.$/),
  )
})

test('20,000 records of one version, and 20,000 versions, are read once each', () => {
  const one = verify((bundle) => {
    const record = { board: bundle.scores } as unknown as BoardRecord
    const same = [{ version: bundle.scores.version }, [], [], []] as unknown as BoardRecord
    bundle.records = [record, ...Array.from({ length: 20_000 }, () => same)]
  })
  expect(one.problems[0]).toBe('Version 8 of the scores follows version 8: versions must rise.')
  const many = verify((bundle) => {
    const { version } = bundle.scores
    const change = [{}, [[0, 0, 0, 'F']], [], []] as unknown as BoardRecord
    bundle.records = [{ board: { ...bundle.scores, version: 1 } } as unknown as BoardRecord]
    for (let index = 1; index < 20_000; index += 1) bundle.records.push(change)
    bundle.scores.version = version
  })
  expect(many.notes).toContainEqual(expect.stringMatching(/^20000 versions of the scores are recorded/))
})

test('a score to par that was corrected before differences were stored is that of its correction', () => {
  const corrected = (toPar: number, toParDifference?: number) =>
    verify((bundle) => {
      const { scores, entries } = bundle
      const picked = new Set(entries.flatMap(({ content }) => readContent(content)?.picks ?? []))
      const field = scores as unknown as Board
      const source = field.golfersScores.find(
        ({ espnId, total, correction }) => total > 270 && !correction && !picked.has(espnId),
      )
      if (!source) throw new Error('There is no golfer.')
      const { espnId, fullName: golferName, relativeScore } = source
      const at = '2027-01-01T00:00:00.000Z'
      const scoresOf = { status: null, rounds: [null, null, null, null] as const, reason: 'Card', by: 'Ann', at }
      const { golfersScores } = applyCorrections(field, [{ espnId, ...scoresOf, toParDifference: -2 }])
      const rows = golfersScores.map((row) =>
        row.espnId === espnId ? { ...row, correction: { fields: ['toPar'], reason: 'Card', by: 'Ann', at } } : row,
      )
      bundle.scores = { ...scores, version: scores.version + 1, timeStamp: at, golfersScores: rows } as never
      bundle.records.push({ board: bundle.scores } as unknown as BoardRecord)
      const difference = toParDifference === undefined ? {} : { toParDifference }
      const value = toParDifference === undefined ? relativeScore + toPar : null
      const made = { id: 2, espnId, golferName, ...scoresOf, toPar: value, ...difference }
      bundle.corrections.unshift({ ...made, endedAt: null, endedBy: null, source })
    }).problems
  expect(corrected(-2)).toEqual([])
  expect(corrected(0, -2)).toEqual([])
  expect(corrected(-3)).toContainEqual(
    expect.stringMatching(/^Correction 2 of .*: in version 9 of the scores, to par is/),
  )
  expect(corrected(0, -3)).toContainEqual(expect.stringMatching(/^The scores of .* are not those of the source/))
})
