import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Clock } from '#server/db/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { RowFault } from '#server/import/result-rows.ts'
import {
  type ImportReport,
  importResults,
  largestFileBytes,
  previewImport,
  summarize,
} from '#server/import/results-import.ts'
import { Refusal } from './refusal.ts'

type Context = { database: Database; clock: Clock }

/** What is listed one by one is cut after so many lines. */
const mostLines = 50

/** `import FILE`: what the file would add, or, when it is `confirmed`, adds it. */
export async function importFile(context: Context, path: string, confirmed: boolean): Promise<void> {
  const bytes = await readWhole(path)
  const report = confirmed
    ? await importResults(context, bytes, basename(path))
    : await previewImport(context, bytes)
  if (report.faults.length > 0) throw new Refusal(describeFaults(path, report.faults))
  console.log(describeReport(report))
  if (!report.done) console.log(`Nothing was changed. To import it: npm run admin -- import ${path} --yes`)
}

async function readWhole(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > largestFileBytes)
      throw new Refusal(`${path} is too large: ${largestFileBytes / 1024 / 1024} MiB at most.`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Refusal(`${path} cannot be read: ${error.message}.`)
    throw error
  }
}

function describeFaults(path: string, faults: readonly RowFault[]): string {
  const lines = faults.map(({ line, column, reason }) =>
    column === null ? `line ${line}: ${reason}` : `line ${line}, ${column}: ${reason}`,
  )
  const count = faults.length === 1 ? '1 error' : `${faults.length} errors`
  return [...cut(lines), `${path} has ${count}. Nothing was imported.`].join('\n')
}

function describeReport({ plan, rows, ignored, done }: ImportReport): string {
  const { tournaments, users, knownUsers, results, alreadyThere } = summarize(plan)
  const width = Math.max(0, ...plan.tournaments.map(({ name }) => name.length))
  return [
    `${rows} rows`,
    ...(ignored.length > 0 ? [`Left out, because their headings are not known: ${ignored.join(', ')}`] : []),
    `Tournaments: ${tournaments} new, ${plan.tournaments.length - tournaments} known`,
    ...cut(
      plan.tournaments.map((tournament) =>
        [
          `  ${tournament.start.slice(0, 10)}`,
          tournament.name.padEnd(width),
          `${tournament.results.length} to add, ${tournament.alreadyThere} already there`,
        ].join('  '),
      ),
    ),
    `Users: ${users} new, ${knownUsers} known`,
    ...cut(plan.newUsers.map(({ name, email }) => `  new  ${email}  ${name}`)),
    `${done ? 'Imported' : 'To be imported'}: ${results}. Already there: ${alreadyThere}.`,
  ].join('\n')
}

function cut(lines: readonly string[]): string[] {
  if (lines.length <= mostLines) return [...lines]
  return [...lines.slice(0, mostLines), `  … and ${lines.length - mostLines} more`]
}
