import { format } from 'node:util'
import { vi } from 'vitest'
import { readConfig, runAdmin } from '#built/harness.mjs'
import type { ScriptResult } from './server-process.ts'

/** Runs an admin command like `npm run admin`, in this process, which saves loading the product for each command. */
export async function runAdminCommand(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<ScriptResult> {
  const texts = { log: '', error: '' }
  const spies = (['log', 'error'] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((...words) => {
      texts[stream] += `${format(...words)}\n`
    }),
  )
  try {
    const code = await runAdmin(args, () => readConfig(settings))
    return { code, out: texts.log, err: texts.error }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
