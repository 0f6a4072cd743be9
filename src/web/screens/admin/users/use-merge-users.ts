import { useCallback, useMemo, useState } from 'react'
import type { AdminUser, MergePreview } from '#contract/admin-contract.ts'
import { mergeUsers, previewMerge } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useModalState } from '../shared/use-modal-state.ts'
import { retainExisting, toggle, type UserSelection, withTarget } from './user-selection.ts'

export type MergeState = ReturnType<typeof useMergeUsers>

const key = 'merge'
const failedText = 'There was an error merging users.'

/** Makes one user of several: they are selected, then it is tried dry, then it is asked, then it is done. */
export function useMergeUsers(actions: AdminActions, users: readonly AdminUser[]) {
  const client = useApi()
  const { modal, openModal, close } = useModalState<MergePreview>()
  const [selection, setSelection] = useState<UserSelection>([])
  const known = useMemo(() => new Map(users.map((user) => [user.id, user])), [users])
  const selected = useMemo(() => retainExisting(selection, new Set(known.keys())), [selection, known])

  async function prepare(): Promise<void> {
    const work = () => previewMerge(client, selected)
    const preview = await actions.run({ key, busyText: 'Looking at what would move …', work, failedText })
    if (preview !== undefined) openModal(preview)
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
    if (done !== undefined) setSelection([])
  }

  return {
    selected,
    selectedUsers: selected.flatMap((id) => known.get(id) ?? []),
    toggle: useCallback((id: number) => setSelection((ids) => toggle(ids, id)), []),
    setTarget: (id: number) => setSelection(withTarget(selected, id)),
    clear: () => setSelection([]),
    modal,
    prepare,
    merge,
    close,
  }
}
