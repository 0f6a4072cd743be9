import type { InlinePart, RulesBlock } from '#contract/house-rules-contract.ts'
import styles from './rules-text.module.css'

/** Renders the house rules without inserting markup. */
export function RulesText({ blocks }: { blocks: readonly RulesBlock[] }) {
  return (
    <div className={`stack-close ${styles.text}`}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rules never change while they are shown.
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: RulesBlock }) {
  if (block.type === 'divider') return <hr className={styles.divider} />
  if (block.type === 'table') return <Table head={block.head} rows={block.rows} />
  if (block.type === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List className={`stack-tight points ${styles.list}`}>
        {block.items.map(({ depth, content }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={index} data-depth={depth}>
            <Line parts={content} />
          </li>
        ))}
      </List>
    )
  }
  const line = <Line parts={block.content} />
  if (block.type === 'quote') return <blockquote className={`soft ${styles.quote}`}>{line}</blockquote>
  if (block.type === 'paragraph') return <p>{line}</p>
  return block.level === 2 ? <h2>{line}</h2> : <h3>{line}</h3>
}

type TableBlock = Extract<RulesBlock, { type: 'table' }>

function Table({ head, rows }: Pick<TableBlock, 'head' | 'rows'>) {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <th key={index} scope="col">
                <Line parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <tr key={index}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <td key={index}>
                  <Line parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ parts }: { parts: readonly InlinePart[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part: { text, style: Style, href } }: { part: InlinePart }) {
  const styled = Style === undefined ? text : <Style>{text}</Style>
  if (href === undefined) return styled
  return (
    <a href={href} rel="noreferrer">
      {styled}
    </a>
  )
}
