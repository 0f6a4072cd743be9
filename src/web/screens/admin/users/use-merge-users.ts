import { useCallback, useMemo, useState } from 'react'
import type { AdminUser, Merged, MergePreview } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { toPersonName } from '#web/screens/admin/common/person-name.ts'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'

/** Ids of the selected users; the first is the target of a merge (docs/rules.md, 11.3). */
export type UserSelection = readonly number[]

export const maxMergedUsers = 50

export type MergeState = ReturnType<typeof useMergeUsers>

/** Merges users: selection, preview, confirmation, merge (docs/rules.md, 11.3). */
export function useMergeUsers(users: readonly AdminUser[]) {
  const { modal, openModal, close } = useModalState<MergePreview>()
  const [selection, setSelection] = useState<UserSelection>([])
  const usersById = useMemo(() => new Map(users.map((user) => [user.id, user])), [users])
  const selected = useMemo(() => retainExisting(selection, new Set(usersById.keys())), [selection, usersById])

  const preparation = useAdminMutation({
    mutationFn: (client) => client.send<MergePreview>('POST', api.adminMergePreview(), selected),
    texts: { busy: 'Preparing the merge…', failed: 'There was an error merging users.' },
    onSuccess: openModal,
  })
  const merging = useAdminMutation({
    mutationFn(client, { target, sources }: MergePreview) {
      const userIds = [target.id, ...sources.map(({ id }) => id)]
      return client.send<Merged>('POST', api.adminMergeUsers(), userIds)
    },
    texts: ({ target }) => ({
      busy: 'Merging users…',
      failed: 'There was an error merging users.',
      done: 'Users were merged.',
      detail: `They are now one user: ${toPersonName(target)}.`,
    }),
    onSuccess: () => setSelection([]),
  })

  return {
    selected,
    selectedUsers: selected.flatMap((id) => usersById.get(id) ?? []),
    toggle: useCallback((id: number) => setSelection((ids) => toggle(ids, id)), []),
    setTarget: (id: number) => setSelection(withTarget(selected, id)),
    clear: () => setSelection([]),
    modal,
    prepare: preparation.mutate,
    merge: merging.mutate,
    isRunning: preparation.isPending || merging.isPending,
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
