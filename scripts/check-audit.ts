/**
 * Compares the attachments of two audit emails and reports changes that the rules do not permit. It needs only the two
 * files: no database and no account.
 *
 *   npm run check-audit -- EARLIER.csv LATER.csv
 *
 * Exit code 0: no problems; 1: problems; 2: the files cannot be compared.
 */
import { readFileSync } from 'node:fs'
import { AuditFileError, compareAudits } from '#server/audit-mail/audit-comparison.ts'
import { checkAuditCommand } from '#server/operator-commands.ts'

const usage = `Usage: ${checkAuditCommand} EARLIER.csv LATER.csv`

function read(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch {
    throw new AuditFileError(`${path} cannot be read.`)
  }
}

function main([earlier, later, ...more]: readonly string[]): number {
  if (earlier === undefined || later === undefined || more.length > 0) throw new AuditFileError(usage)
  const { unchanged, arePicksVisible, findings } = compareAudits(read(earlier), read(later))
  for (const { entry, isViolation, text } of findings)
    console.log(`${isViolation ? 'WRONG' : 'note '}  ${entry} ${text}.`)
  console.log(`${unchanged} unchanged${arePicksVisible ? ', each with content that matches its digest' : ''}.`)
  if (!arePicksVisible) console.log('The later file contains no picks or answers, so only digests were compared.')
  const violations = findings.filter(({ isViolation }) => isViolation).length
  console.log(violations === 0 ? 'No problems found.' : `${violations} problems found.`)
  return violations === 0 ? 0 : 1
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof AuditFileError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
