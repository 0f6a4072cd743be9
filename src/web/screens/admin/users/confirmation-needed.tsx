import { useEffect, useRef } from 'react'
import type { AdminUser } from '#contract/admin-contract.ts'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { useSessionServices } from '#web/session/use-session.ts'
import { Modal } from '#web/ui/modal.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'

/** Somebody to be made an admin. Not possible: the viewer has neither a password nor a passkey to confirm it with. */
export type NeededConfirmation = { readonly user: AdminUser; readonly isPossible: boolean }

const parameter = 'makeAdmin'

/** Leads to the sign-in page, where admins confirm that it is them, and back (docs/security.md, 10.8). */
export function ConfirmationNeeded({ modal, close }: OpenModal<NeededConfirmation>) {
  const { session } = useSessionServices()
  const { mutate: confirm } = useAdminMutation({
    async mutationFn(_, { id }: AdminUser) {
      const manager = await session.manager()
      const returnUrl = `${location.pathname}?${parameter}=${id}`
      const email = session.getState().user?.profile.email
      await manager.signinRedirect({ state: { returnUrl }, prompt: 'login', ...(email && { login_hint: email }) })
    },
    texts: { busy: 'Opening the sign-in page…', failed: 'The sign-in page could not be opened.' },
  })
  if (modal === null) return null
  const { user, isPossible } = modal.subject
  const actions = (
    <>
      <button type="button" className="button-secondary" onClick={close}>
        Cancel
      </button>
      {isPossible ? (
        <ActionButton className="button" onPress={() => confirm(user)}>
          Continue
        </ActionButton>
      ) : (
        <a className="button" href={identityPaths.manage}>
          Open your account
        </a>
      )}
    </>
  )
  return (
    <Modal open={modal.isOpen} onClose={close} title="Confirm that it is you" actions={actions}>
      <p>
        {isPossible
          ? `Enter your password or use your passkey once more. You then have five minutes to make ${user.name} an admin.`
          : 'Your account has neither a password nor a passkey. Add one to your account, then come back.'}
      </p>
    </Modal>
  )
}

/** The user for whom the viewer has just confirmed that it is them: they go on where they were. */
export function useConfirmedUser(users: readonly AdminUser[] | undefined, goOn: (user: AdminUser) => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    const url = new URL(location.href)
    const id = Number(url.searchParams.get(parameter))
    const user = users?.find((one) => one.id === id && one.canBecomeAdmin)
    if (isDone.current || user === undefined) return
    isDone.current = true
    url.searchParams.delete(parameter)
    history.replaceState(history.state, '', url)
    goOn(user)
  }, [users, goOn])
}
