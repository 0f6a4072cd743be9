import { useCallback, useMemo, useState } from 'react'
import type { AdminUser, Merged, MergePreview } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { toPersonName } from '#web/screens/admin/common/person-name.ts'
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'

/** Ids of the selected users; the first is the target of a merge (docs/rules.md, 11.3). */
export type UserSelection = readonly number[]

export const maxMergedUsers = 50

export type MergeState = ReturnType<typeof useMergeUsers>

const key = 'merge'

/** Merges users: selection, preview, confirmation, merge (docs/rules.md, 11.3). */
export function useMergeUsers(users: readonly AdminUser[]) {
  const actions = useAdminActions()
  const { modal, openModal, close } = useModalState<MergePreview>()
  const [selection, setSelection] = useState<UserSelection>([])
  const usersById = useMemo(() => new Map(users.map((user) => [user.id, user])), [users])
  const selected = useMemo(() => retainExisting(selection, new Set(usersById.keys())), [selection, usersById])

  async function prepare(): Promise<void> {
    const work = (client: ApiClient) => client.send<MergePreview>('POST', api.adminMergePreview(), selected)
    const preview = await actions.run({
      key,
      doing: 'preparing the merge',
      work,
      failedText: 'There was an error merging users.',
    })
    if (preview !== undefined) openModal(preview)
  }

  async function merge({ target, sources }: MergePreview): Promise<void> {
    const userIds = [target.id, ...sources.map(({ id }) => id)]
    const done = await actions.run({
      key,
      doing: 'merging users',
      work: (client) => client.send<Merged>('POST', api.adminMergeUsers(), userIds),
      succeeded: () => ({
        text: 'Users were merged.',
        detail: `They are now one user: ${toPersonName(target)}.`,
      }),
    })
    if (done !== undefined) setSelection([])
  }

  return {
    selected,
    selectedUsers: selected.flatMap((id) => usersById.get(id) ?? []),
    toggle: useCallback((id: number) => setSelection((ids) => toggle(ids, id)), []),
    setTarget: (id: number) => setSelection(withTarget(selected, id)),
    clear: () => setSelection([]),
    modal,
    prepare,
    merge,
    close,
  }
}

export function toggle(selection: UserSelection, id: number): UserSelection {
  return selection.includes(id) ? selection.filter((selected) => selected !== id) : [...selection, id]
}

/** Moves a user to the front. */
export function withTarget(selection: UserSelection, id: number): UserSelection {
  return [id, ...selection.filter((selected) => selected !== id)]
}

/** Drops users who no longer exist, for example because another admin has merged them. */
export function retainExisting(selection: UserSelection, existing: ReadonlySet<number>): UserSelection {
  return selection.every((id) => existing.has(id)) ? selection : selection.filter((id) => existing.has(id))
}

/** Why the selection cannot be merged; null if it can. */
export function explainMergeBlock(selection: UserSelection): string | null {
  if (selection.length < 2) return 'Select at least two users.'
  return selection.length > maxMergedUsers ? `Select at most ${maxMergedUsers} users.` : null
}
