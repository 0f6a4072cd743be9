import { formatCount } from '#domain/text/format.ts'
import type { LockedChange } from '#domain/tournament/locked-change.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageButton } from '#web/ui/message-modal.tsx'
import styles from './locked-changes.module.css'

const LockedChangeList = lazyNamed(() => import('./locked-change-list.tsx'), 'LockedChangeList')

/** A button that lists the changes after the lock, with author, time and reason (docs/rules.md, 2.12). */
export function LockedChanges({ changes }: { changes: readonly LockedChange[] }) {
  if (changes.length === 0) return null
  const label = (
    <>
      {formatCount(changes.length, 'change')}
      <span className={styles.when}> after the lock</span>
    </>
  )
  return (
    <MessageButton title="Changed after the lock" label={label}>
      <LockedChangeList changes={changes} />
    </MessageButton>
  )
}
