import styles from './progress-pips.module.css'

/** A mark for each thing to fill in, in groups. Decorative: the text beside it says the same. */
export function ProgressPips({ groups }: { groups: readonly (readonly boolean[])[] }) {
  return (
    <span className={styles['pips']} aria-hidden="true">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups and marks are identified by their index.
        <span key={index} className={styles['group']}>
          {group.map((isFilled, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <i key={index} data-filled={isFilled ? '' : undefined} />
          ))}
        </span>
      ))}
    </span>
  )
}
