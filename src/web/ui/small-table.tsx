import type { ReactNode } from 'react'

type Props = {
  label: string
  columns: readonly string[]
  /** The column that names the row. */
  heading: string
  /** How many of the last columns are numbers. */
  numbers?: number
  rows: readonly { key: string | number; weight?: 'strong' | 'soft' | undefined; cells: readonly ReactNode[] }[]
}

/** A table to read, within a text. */
export function SmallTable({ label, columns, heading, numbers = 0, rows }: Props) {
  const classOf = (index: number) => (index < columns.length - numbers ? undefined : 'number')
  return (
    <table className="table-small stacks-narrow" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={classOf(index)}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, weight, cells }) => (
          <tr key={key} className={weight}>
            {columns.map((column, index) => {
              const Cell = column === heading ? 'th' : 'td'
              return (
                <Cell key={column} scope={column === heading ? 'row' : undefined} className={classOf(index)}>
                  {cells[index]}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
