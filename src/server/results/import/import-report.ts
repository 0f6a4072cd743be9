import { formatCount } from '#domain/text/format.ts'
import type { RowError } from './result-rows.ts'
import { type ImportReport, summarize } from './results-import.ts'

/** Lists are truncated after this many lines. */
const maxLines = 50

/** Lists the additions of an import or, if lines are wrong, each error with its line and column. */
export function describeImport(
  file: string,
  { plan, rows, ignored, done, importId, questions, errors }: ImportReport,
): string[] {
  if (errors.length > 0) {
    const count = formatCount(errors.length, 'error')
    return [...truncate(errors.map(toText)), `${file} has ${count}. Nothing was imported.`]
  }
  const { tournaments, users, knownUsers, results, alreadyThere } = summarize(plan)
  const open = questions.filter(({ isAnswered }) => !isAnswered).length
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
    ...(importId === null ? [] : [`This is import ${importId}. It can be undone until it is used.`]),
    ...(open === 0
      ? []
      : [
          `Before the import, say who ${formatCount(open, 'person', 'people')} in the file ${open === 1 ? 'is' : 'are'}: others have the same name.`,
        ]),
    `${done ? 'Imported' : 'Would be imported'}: ${results}. Already present: ${alreadyThere}.`,
  ]
}

function toText({ line, column, reason }: RowError): string {
  return `line ${line}${column === null ? '' : `, ${column}`}: ${reason}`
}

function truncate(lines: readonly string[]): string[] {
  if (lines.length <= maxLines) return [...lines]
  return [...lines.slice(0, maxLines), `  … and ${lines.length - maxLines} more`]
}

/** The open questions of an import, with the arguments that answer them. */
export function describeQuestions({ questions }: ImportReport): string[] {
  return questions
    .filter(({ isAnswered }) => !isAnswered)
    .flatMap(({ email, name, line, options }) => [
      `line ${line}: who is ${name} (${email})?`,
      ...options.map((option) => `  --person ${email}=${option.is}  ${option.name} (${option.email}), ${option.about}`),
      `  --person ${email}=new  somebody else`,
    ])
}
