import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { PersonAnswer } from '#contract/results-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { describeImport, describeQuestions } from '#server/results/import/import-report.ts'
import { undoImport } from '#server/results/import/import-undo.ts'
import { importResults, maxFileBytes, previewImport } from '#server/results/import/results-import.ts'
import { CommandError, type CommandInput, type Context, UsageError } from './command.ts'

/** `import FILE`: imports the file if confirmed, otherwise shows what it would add. */
export async function importFile(context: Context, { subject: path, flags }: CommandInput): Promise<void> {
  if (path === undefined) throw new UsageError()
  const bytes = await readWhole(path)
  const answers = new Map((flags.person ?? []).map(toAnswer))
  const report = flags.yes
    ? await importResults(context, bytes, { fileName: basename(path), answers })
    : await previewImport(context, bytes, answers)
  const text = describeImport(path, report).join('\n')
  if (report.errors.length > 0) throw new CommandError(text)
  const questions = report.done ? [] : describeQuestions(report)
  if (questions.length > 0 && flags.yes) throw new CommandError([text, ...questions].join('\n'))
  console.log([text, ...questions].join('\n'))
  if (!report.done && questions.length === 0)
    console.log(`Nothing was changed. To import the file, run: ${adminCommand} import ${path} --yes`)
}

/** "ada@example.org=12", "ada@example.org=other@example.org" or "ada@example.org=new" */
function toAnswer(argument: string): readonly [string, PersonAnswer] {
  const [email = '', answer = '', ...more] = argument.toLowerCase().split('=')
  if (email === '' || answer === '' || more.length > 0) throw new UsageError()
  if (answer === 'new') return [email, null]
  return [email, /^\d{1,9}$/.test(answer) ? Number(answer) : answer]
}

/** `undo-import NUMBER`: removes what the import has added, unless it is used. */
export async function undoImportByNumber(context: Context, { subject: number }: CommandInput): Promise<void> {
  if (number === undefined || !/^[1-9]\d{0,8}$/.test(number)) throw new UsageError()
  try {
    const { tournaments, people, results } = await undoImport(context, Number(number))
    console.log(
      `Import ${number} is undone: ${formatCount(tournaments, 'tournament')}, ${formatCount(people, 'person', 'people')} and ${formatCount(results, 'result')} were removed.`,
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CommandError(`Import ${number} was not undone. ${error.message}`)
  }
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
