/** The table of figures that `npm run test:long` prints and keeps in `docs/security.md`. */

export type ReportRow = {
  part: string
  rounds: string
  figures: string
  goal: string
  result: string
  seconds: number
  /** Date and commit of the run. */
  run: string
}

/** Counts are added up. For measured values, the table shows the median and the worst. */
export type Figure = { figure: string; amount: number } | { figure: string; value: number }

const header = '| Part | Rounds | Figures | Goal | Result | Seconds | Run |\n|---|---|---|---|---|---|---|'
const startMark = '<!-- figures of npm run test:long -->'
const endMark = '<!-- end of the figures -->'

export function formatTable(rows: readonly ReportRow[]): string {
  return [header, ...rows.map(formatRow)].join('\n')
}

function formatRow({ part, rounds, figures, goal, result, seconds, run }: ReportRow): string {
  return `| ${[part, rounds, figures, goal, result, Math.round(seconds), run].join(' | ')} |`
}

export function formatFigures(figures: readonly Figure[]): string {
  const names = [...new Set(figures.map(({ figure }) => figure))]
  return names.map((name) => formatFigure(name, figures)).join('; ')
}

function formatFigure(name: string, figures: readonly Figure[]): string {
  const own = figures.filter(({ figure }) => figure === name)
  const values = own.flatMap((each) => ('value' in each ? [each.value] : [])).sort((a, b) => a - b)
  const [median, worst] = [values[Math.floor(values.length / 2)], values.at(-1)]
  if (median !== undefined && worst !== undefined) return `${name}: ${format(median)}, at worst ${format(worst)}`
  return `${format(own.reduce((sum, each) => sum + ('amount' in each ? each.amount : 0), 0))} ${name}`
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

/** Replaces the rows of the parts that ran. The document keeps those of the others, in the order of `parts`. */
export function replaceRows(text: string, rows: readonly ReportRow[], parts: readonly string[]): string {
  const [before, rest = ''] = text.split(startMark)
  const [block = '', after] = rest.split(endMark)
  if (before === undefined || after === undefined) throw new Error(`The document lacks ${startMark} or ${endMark}.`)
  const lines = new Map([...block.matchAll(/^\| (\S+) +\|.*$/gm)].map(([line, part = '']) => [part, line]))
  for (const row of rows) lines.set(row.part, formatRow(row))
  const table = [header, ...parts.flatMap((part) => lines.get(part) ?? [])].join('\n')
  return `${before}${startMark}\n\n${table}\n\n${endMark}${after}`
}
