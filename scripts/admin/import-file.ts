import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Clock } from '#server/db/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { RowError } from '#server/import/result-rows.ts'
import {
  type ImportReport,
  importResults,
  maxFileBytes,
  previewImport,
  summarize,
} from '#server/import/results-import.ts'
import { adminCommand } from '#server/operator-commands.ts'
import { CommandError } from './command-error.ts'

type Context = { database: Database; clock: Clock }

/** Lists are truncated after this many lines. */
const maxPrintedLines = 50

/** `import FILE`: imports the file if confirmed, otherwise shows what it would add. */
export async function importFile(context: Context, path: string, { isConfirmed }: { isConfirmed: boolean }) {
  const bytes = await readWhole(path)
  const report = isConfirmed ? await importResults(context, bytes, basename(path)) : await previewImport(context, bytes)
  if (report.errors.length > 0) throw new CommandError(describeErrors(path, report.errors))
  console.log(describeReport(report))
  if (!report.done) console.log(`Nothing was changed. To import the file, run: ${adminCommand} import ${path} --yes`)
}

async function readWhole(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > maxFileBytes)
      throw new CommandError(`${path} is too large: the maximum is ${maxFileBytes / 1024 / 1024} MiB.`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new CommandError(`${path} cannot be read: ${error.message}.`)
    throw error
  }
}

function describeErrors(path: string, errors: readonly RowError[]): string {
  const lines = errors.map(({ line, column, reason }) =>
    column === null ? `line ${line}: ${reason}` : `line ${line}, ${column}: ${reason}`,
  )
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
  return [...truncate(lines), `${path} has ${count}. Nothing was imported.`].join('\n')
}

function describeReport({ plan, rows, ignored, done }: ImportReport): string {
  const { tournaments, users, knownUsers, results, alreadyThere } = summarize(plan)
  const width = Math.max(0, ...plan.tournaments.map(({ name }) => name.length))
  return [
    `${rows} rows`,
    ...(ignored.length > 0 ? [`Ignored columns with unknown headings: ${ignored.join(', ')}`] : []),
    `Tournaments: ${tournaments} new, ${plan.tournaments.length - tournaments} known`,
    ...truncate(
      plan.tournaments.map((tournament) =>
        [
          `  ${tournament.start.slice(0, 10)}`,
          tournament.name.padEnd(width),
          `${tournament.results.length} to add, ${tournament.alreadyThere} already present`,
        ].join('  '),
      ),
    ),
    `Users: ${users} new, ${knownUsers} known`,
    ...truncate(plan.newUsers.map(({ name, email }) => `  new  ${email}  ${name}`)),
    `${done ? 'Imported' : 'Would be imported'}: ${results}. Already present: ${alreadyThere}.`,
  ].join('\n')
}

function truncate(lines: readonly string[]): string[] {
  if (lines.length <= maxPrintedLines) return [...lines]
  return [...lines.slice(0, maxPrintedLines), `  … and ${lines.length - maxPrintedLines} more`]
}
