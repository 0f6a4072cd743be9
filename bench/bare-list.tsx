/** The baseline of a refresh: a React table without any product code, whose texts all change at once. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

type Size = { rows: number; columns: number }

function BareList({ rows, columns }: Size) {
  const [round, setRound] = useState(0)
  Object.assign(globalThis, { refresh: () => setRound((last) => last + 1) })
  return (
    <table>
      <tbody>
        {count(rows).map((row) => (
          <tr key={row}>
            {count(columns).map((column) => (
              <td key={column}>{`${row} ${column} ${round}`}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

const { size } = globalThis as unknown as { size: Size }
createRoot(document.body.appendChild(document.createElement('div'))).render(<BareList {...size} />)
