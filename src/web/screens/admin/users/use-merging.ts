import { useCallback, useMemo, useState } from 'react'
import type { AdminUser, MergePreview } from '#contract/admin-contract.ts'
import { mergeUsers, previewMerge } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useAsking } from '../shared/use-asking.ts'
import { keepKnown, toggle, type UserSelection, withTarget } from './user-selection.ts'

export type Merging = ReturnType<typeof useMerging>

const key = 'merge'
const failedText = 'There was an error merging users.'

/** Makes one user of several: they are selected, then it is tried dry, then it is asked, then it is done. */
export function useMerging(actions: AdminActions, users: readonly AdminUser[]) {
  const client = useApi()
  const { asking, ask, close } = useAsking<MergePreview>()
  const [held, setHeld] = useState<UserSelection>([])
  const known = useMemo(() => new Map(users.map((user) => [user.id, user])), [users])
  const selected = useMemo(() => keepKnown(held, new Set(known.keys())), [held, known])

  async function prepare(): Promise<void> {
    const work = () => previewMerge(client, selected)
    const preview = await actions.run({ key, busyText: 'Looking at what would move …', work, failedText })
    if (preview !== undefined) ask(preview)
  }

  async function merge({ target, sources }: MergePreview): Promise<void> {
    close()
    const done = await actions.run({
      key,
      busyText: 'Merging users …',
      work: () => mergeUsers(client, [target.id, ...sources.map(({ id }) => id)]),
      failedText,
      succeeded: () => ({
        text: 'Users were merged.',
        detail: `They are one user now: ${target.name} (${target.userName}).`,
      }),
    })
    if (done !== undefined) setHeld([])
  }

  return {
    selected,
    selectedUsers: selected.flatMap((id) => known.get(id) ?? []),
    toggle: useCallback((id: number) => setHeld((ids) => toggle(ids, id)), []),
    setTarget: (id: number) => setHeld(withTarget(selected, id)),
    clear: () => setHeld([]),
    asking,
    prepare,
    merge,
    close,
  }
}
