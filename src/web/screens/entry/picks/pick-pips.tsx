import styles from './pick-pips.module.css'

/** One mark for each thing to fill in, in groups; those that are filled in stand out. For the eye only. */
export function PickPips({ groups }: { groups: readonly (readonly boolean[])[] }) {
  return (
    <span className={styles['pips']} aria-hidden="true">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups and marks are known by their place.
        <span key={at} className={styles['group']}>
          {group.map((isFilled, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <i key={place} data-filled={isFilled ? '' : undefined} />
          ))}
        </span>
      ))}
    </span>
  )
}
