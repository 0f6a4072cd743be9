/**
 * Compares the attachments of two audit e-mails: has any entry moved that should not have? It needs the two files and
 * nothing else, no database and no rights.
 *
 *   npm run check-audit -- EARLIER.csv LATER.csv
 *
 * Exit code 0: nothing is wrong; 1: something is; 2: the files could not be compared.
 */
import { readFileSync } from 'node:fs'
import { AuditFileFault, compareAudits } from '#server/audit-mail/audit-check.ts'

const usage = 'Usage: npm run check-audit -- EARLIER.csv LATER.csv'

function read(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch {
    throw new AuditFileFault(`${path} cannot be read.`)
  }
}

function main([earlier, later, ...more]: readonly string[]): number {
  if (earlier === undefined || later === undefined || more.length > 0) throw new AuditFileFault(usage)
  const { unchanged, isShown, findings } = compareAudits(read(earlier), read(later))
  for (const { entry, wrong, text } of findings)
    console.log(`${wrong ? 'WRONG' : 'note '}  ${entry} ${text}.`)
  console.log(`${unchanged} unchanged${isShown ? ', each with a content that makes its digest' : ''}.`)
  if (!isShown) console.log('The later file shows no contents: only digests were compared.')
  const wrong = findings.filter((finding) => finding.wrong).length
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} wrong.`)
  return wrong === 0 ? 0 : 1
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof AuditFileFault)) throw error
  console.error(error.message)
  process.exitCode = 2
}
