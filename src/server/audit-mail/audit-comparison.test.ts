import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { readEmailFiles } from '#test/support/mail-parser.ts'
import { createMailer } from '../mail/mailer.ts'
import { AuditFileError, compareAudits as compareFiles } from './audit-comparison.ts'
import { writeAuditCsv } from './audit-csv.ts'
import { attachAuditTable, auditMessage } from './audit-mail-message.ts'
import type { AuditedEntry } from './audit-mail-store.ts'
import { createAuditReport, withDigest } from './audit-report.ts'

const start = '2026-06-18T11:00:00.000Z'
const tournament = {
  id: 3,
  espnId: '4010',
  name: 'Spring Open',
  start,
  active: true,
  tiebreakers: ['Winning score?', 'Lowest round?'],
} as const

function buildAudited(changes: Partial<AuditedEntry> & { pick?: string } = {}): AuditedEntry {
  const { pick = '1000', ...overrides } = changes
  return {
    id: 1,
    version: 1,
    owner: { name: '=Ada, "the ace"', email: 'ada@example.org' },
    createdAt: '2026-06-17T08:00:00.000Z',
    changedAt: '2026-06-17T08:00:00.000Z',
    withdrawnAt: null,
    answers: ['-12', '@60'],
    picks: Array.from({ length: 12 }, () => ({ name: 'Victor (the) Example', espnId: pick })),
    ...overrides,
  }
}

function reportAt(
  sentAt: string,
  entries: readonly AuditedEntry[],
  { id = 3, key = 'key' }: { id?: number; key?: string } = {},
) {
  const digested = entries.map((entry) => withDigest(entry, key))
  return createAuditReport({ ...tournament, id }, digested, new Date(sentAt))
}

function csvAt(sentAt: string, entries: readonly AuditedEntry[], changes?: { id?: number; key?: string }) {
  return [...writeAuditCsv(reportAt(sentAt, entries, changes))].join('')
}

const before = '2026-06-18T10:00:00.000Z'
const after = '2026-06-18T12:00:00.000Z'

const compareAudits = (earlier: string, later: string) => compareFiles(Buffer.from(earlier), Buffer.from(later))

function compare(earlier: readonly AuditedEntry[], later: readonly AuditedEntry[]) {
  const { unchanged, findings } = compareAudits(csvAt(before, earlier), csvAt(after, later))
  return { unchanged, findings: findings.map(({ isViolation, text }) => [isViolation ? 'wrong' : 'note', text]) }
}

test('equal entries are unchanged', () => {
  expect(compare([buildAudited(), buildAudited({ id: 2 })], [buildAudited(), buildAudited({ id: 2 })])).toEqual({
    unchanged: 2,
    findings: [],
  })
})

test('a change between the emails and before the start is reported and permitted', () => {
  const changedAt = '2026-06-18T10:59:59.999Z'
  expect(compare([buildAudited()], [buildAudited({ version: 2, pick: '2000', changedAt })])).toEqual({
    unchanged: 0,
    findings: [['note', `was changed at ${changedAt}, before the start`]],
  })
})

test('a change at or after the start, without a new time, or with an earlier time is wrong', () => {
  const changes: Partial<AuditedEntry>[] = [
    { changedAt: start },
    { changedAt: '2026-06-18T11:30:00.000Z' },
    {},
    { changedAt: '2026-06-18T09:59:59.999Z' },
  ]
  const found = changes.map((change) => compare([buildAudited()], [buildAudited({ pick: '2000', ...change })]))
  expect(found.map(({ findings }) => findings)).toEqual([
    [['wrong', `was changed at ${start}, after the start`]],
    [['wrong', 'was changed at 2026-06-18T11:30:00.000Z, after the start']],
    [['wrong', 'has different content but claims not to have changed since 2026-06-17T08:00:00.000Z']],
    [
      [
        'wrong',
        'has different content but claims to have changed at 2026-06-18T09:59:59.999Z, before the earlier file was sent',
      ],
    ],
  ])
})

test('an unrecorded change of an answer is detected like that of a pick', () => {
  expect(compare([buildAudited()], [buildAudited({ answers: ['-13', '@60'] })]).findings).toMatchObject([['wrong', {}]])
})

test('a missing entry is wrong, and so is a new one that cannot have been created between the emails', () => {
  expect(compare([buildAudited()], []).findings).toEqual([['wrong', 'is missing from the later file']])
  const made = (createdAt: string) =>
    compare([buildAudited()], [buildAudited(), buildAudited({ id: 2, createdAt, changedAt: createdAt })]).findings
  expect(made('2026-06-18T10:30:00.000Z')).toEqual([
    ['note', 'is new: created at 2026-06-18T10:30:00.000Z, before the start'],
  ])
  expect(made(start)).toEqual([['wrong', `was created at ${start}, after the start`]])
  expect(made('2026-06-17T00:00:00.000Z')).toEqual([
    ['wrong', 'claims to have been created at 2026-06-17T00:00:00.000Z but is missing from the earlier file'],
  ])
})

test('a renamed or merged owner is reported', () => {
  const owner = { name: 'Ben', email: 'ben@example.org' }
  expect(compare([buildAudited()], [buildAudited({ owner })])).toEqual({
    unchanged: 1,
    findings: [['note', `was '=Ada, "the ace" <ada@example.org>'s`]],
  })
})

test('visible picks or answers that do not match the digest are wrong', () => {
  const earlier = csvAt(before, [buildAudited()])
  const good = csvAt(after, [buildAudited()])
  const faultsOf = (later: string) => compareAudits(earlier, later).findings.map(({ text }) => text)
  expect(faultsOf(good)).toEqual([])
  // The visible pick, the visible answer, and the content itself.
  expect(faultsOf(good.replace('Example (1000)', 'Example (2000)'))).toEqual([
    'shows picks or answers that differ from its content',
  ])
  expect(faultsOf(good.replace(",'-12,", ",'-13,"))).toEqual(['shows picks or answers that differ from its content'])
  expect(faultsOf(good.replace('""1000""', '""2000""'))).toEqual(['has content that does not match its digest'])
})

test('two emails from before the start are compared by digest', () => {
  const early = csvAt('2026-06-18T09:00:00.000Z', [buildAudited()])
  expect(compareAudits(early, csvAt(before, [buildAudited()]))).toEqual({
    unchanged: 1,
    arePicksVisible: false,
    findings: [],
  })
})

test('files re-saved by a spreadsheet with other separators are accepted', () => {
  const [early, late] = [csvAt(before, [buildAudited()]), csvAt(after, [buildAudited()])]
  const saved = (csv: string) =>
    stringify(parse(csv, { bom: true }), { delimiter: ';', quoted: true, record_delimiter: '\n' })
  expect(compareAudits(saved(early), saved(late))).toEqual({
    unchanged: 1,
    arePicksVisible: true,
    findings: [],
  })
})

test('the table of a large pool is compressed and can be compared as received', async () => {
  const entries = Array.from({ length: 4000 }, (_, index) => buildAudited({ id: index + 1 }))
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-test-'))
  const mailer = createMailer({ kind: 'files', from: 'pool@localhost' }, folder, 'Player Pool')
  for (const [index, sentAt] of [before, after].entries()) {
    const report = reportAt(sentAt, entries)
    const message = auditMessage(report, await attachAuditTable(report), 'UTC')
    await mailer.send({ id: index + 1, requestKey: sentAt, recipient: 'admin@example.org', message })
  }
  const [early, late] = (await readEmailFiles(folder)).map(({ attachments: [file] }) => file)
  rmSync(folder, { recursive: true })
  expect([early?.filename, early?.type]).toEqual(['audit-3-20260618T100000Z.csv', 'text/csv'])
  expect([late?.filename, late?.type]).toEqual(['audit-3-20260618T120000Z.csv.gz', 'application/gzip'])
  expect(late?.bytes.length).toBeLessThan(1_000_000)
  const compared = compareFiles(early?.bytes ?? Buffer.of(), late?.bytes ?? Buffer.of())
  expect(compared).toEqual({ unchanged: 4000, arePicksVisible: true, findings: [] })
})

test('a compressed file is accepted as received, and a damaged one is refused', () => {
  const [early, late] = [csvAt(before, [buildAudited()]), gzipSync(csvAt(after, [buildAudited()]))]
  const bytes = new TextEncoder().encode(early)
  expect(compareFiles(bytes, late)).toEqual({ unchanged: 1, arePicksVisible: true, findings: [] })
  expect(() => compareFiles(bytes, late.subarray(0, -9))).toThrow(/The later file is damaged/)
})

test('files that cannot be compared are refused with a reason', () => {
  const good = csvAt(before, [buildAudited()])
  const pairs: [string, string, RegExp][] = [
    [csvAt(after, [buildAudited()]), good, /sent after the later one/],
    [good, csvAt(after, [buildAudited()], { id: 4 }), /different tournaments/],
    ['Name,Score\nAda,3\n', good, /The earlier file has no column Tournament id/],
    [good, 'a "quote" in a cell\n', /The later file is not a valid CSV table: line 1/],
    [good, csvAt(after, [buildAudited(), buildAudited()]), /twice/],
    [good, '', /The later file has no column/],
  ]
  for (const [earlier, later, said] of pairs) {
    const runComparison = () => compareAudits(earlier, later)
    expect(runComparison).toThrow(AuditFileError)
    expect(runComparison).toThrow(said)
  }
})
