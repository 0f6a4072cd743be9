import { useQuery } from '@tanstack/react-query'
import type { OrganiserLink, UserActionResult } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { adminQuery } from '#web/api/resource-query.ts'
import { toDateAndClock } from '#web/time/time-text.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { ActionButton } from '../common/action-button.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { LinkModal, type MadeLink } from './link-modal.tsx'

const hint = 'Give it to one person, who opens it, signs in and accepts. Until then you can revoke it here.'

/** Makes and revokes the link with which one account becomes an organiser (docs/security.md, 10.7). */
export function NewOrganiser() {
  const { run } = useAdminActions()
  const query = adminQuery<OrganiserLink>(api.adminOrganiserLink(), { staleTime: 0 })
  const open = useQuery(query).data ?? null
  const { openModal, ...confirmation } = useModalState<null>()
  const made = useModalState<MadeLink>()

  async function replace(isOpen: boolean): Promise<void> {
    const done = await run({
      key: 'organiser-link',
      busyText: isOpen ? 'Creating the link…' : 'Revoking the link…',
      work: (client) => client.send<UserActionResult>('POST', api.adminOrganiserLink(), { isOpen }),
      failedText: 'Nothing was changed.',
      succeeded: () => ({ text: isOpen ? 'The link is ready.' : 'The link was revoked.' }),
    })
    if (done?.link) made.openModal({ title: 'New organiser', hint, link: done.link })
  }

  const revoke = () => {
    confirmation.close()
    void replace(false)
  }
  return (
    <>
      <ActionButton action="organiser-link" onPress={() => openModal(null)}>
        New organiser
      </ActionButton>
      <Confirmation {...confirmation} title="New organiser" onYes={() => replace(true)}>
        <p>With the link, one person who signs in becomes an organiser (power user), within 24 hours.</p>
        {open && (
          <p>
            {`A link by ${open.by} is open until ${toDateAndClock(open.expiresAt)}; a new one replaces it. `}
            <button type="button" className="button-link" onClick={revoke}>
              Revoke it
            </button>
          </p>
        )}
        <Question>Are you sure you want to create a link?</Question>
      </Confirmation>
      <LinkModal {...made} />
    </>
  )
}
