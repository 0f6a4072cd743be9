import { createInterface } from 'node:readline/promises'
import { adminCommand } from '#server/operator-commands.ts'
import type { CommandInput } from './command.ts'
import { CommandError } from './command-error.ts'

/** Asks in a terminal, unless there is --yes. Scripts need it. */
export async function requireConfirmation({ flags }: CommandInput, effect: string, command: string): Promise<void> {
  if (flags.yes || (process.stdin.isTTY && (await ask(`${effect} Continue? [y/N] `)))) return
  throw new CommandError(`${effect}\nNothing was changed. To continue, run: ${adminCommand} ${command} --yes`)
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}
