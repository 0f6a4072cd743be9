type Props = {
  count: number
  cells: number
  /** With the classes `rows` and `row`. */
  styles: Readonly<Record<string, string>>
}

/** Enough rows of the final height to fill the window, while a board loads. */
export function BoardSkeletonRows({ count, cells, styles }: Props) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {listIndexes(count).map((row) => (
        <div key={row} className={styles.row}>
          {listIndexes(cells).map((cell) => (
            <i key={cell} />
          ))}
        </div>
      ))}
    </div>
  )
}

function listIndexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
