import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { describeImport } from '#server/results/import/import-report.ts'
import { importResults, maxFileBytes, previewImport } from '#server/results/import/results-import.ts'
import { CommandError, type CommandInput, type Context, UsageError } from './command.ts'

/** `import FILE`: imports the file if confirmed, otherwise shows what it would add. */
export async function importFile(context: Context, { subject: path, flags }: CommandInput): Promise<void> {
  if (path === undefined) throw new UsageError()
  const bytes = await readWhole(path)
  const report = flags.yes ? await importResults(context, bytes, basename(path)) : await previewImport(context, bytes)
  const text = describeImport(path, report).join('\n')
  if (report.errors.length > 0) throw new CommandError(text)
  console.log(text)
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
