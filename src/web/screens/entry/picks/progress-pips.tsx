import styles from './progress-pips.module.css'

/** One mark for each thing to fill in, in groups; those that are filled in stand unavailable. For the eye only. */
export function ProgressPips({ groups }: { groups: readonly (readonly boolean[])[] }) {
  return (
    <span className={styles['pips']} aria-hidden="true">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups and marks are known by their place.
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
