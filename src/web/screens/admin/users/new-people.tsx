import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import type { NewPerson, OrganiserLink, UserActionResult } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { createRequestKey } from '#web/api/admin-queries.ts'
import { adminQuery } from '#web/api/resource-query.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toDateAndClock } from '#web/time/time-text.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { Field } from '#web/ui/field.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { LinkModal, type MadeLink, toEntryLink } from './user-actions.tsx'

/** An empty form, with a new key: its request adds another person. */
const nobody = (): NewPerson => ({ requestKey: createRequestKey(), name: '', email: '' })

/** Adds somebody who enters by a link (docs/security.md, 10.9). Keeps the input until they are added. */
export function AddPerson() {
  const form = useModalState<null>()
  const made = useModalState<MadeLink>()
  const [person, setPerson] = useState(nobody)
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => setPerson({ ...person, [target.name]: target.value })

  const adding = useAdminMutation({
    mutationFn: (client) => client.send<UserActionResult>('POST', api.adminUnconfirmed(), person),
    texts: {
      busy: 'Adding the person…',
      failed: 'Nobody was added.',
      done: `${person.name} was added.`,
    },
    onSuccess({ link }) {
      if (!link) return
      made.openModal(toEntryLink(person.name, link))
      setPerson(nobody)
    },
  })

  function submit(): void {
    form.close()
    adding.mutate()
  }

  return (
    <>
      <ActionButton onPress={() => form.openModal(null)}>Add a person</ActionButton>
      <FormModal {...form} title="Add a person" submitText="Make the link" onSubmit={submit}>
        <p>
          For somebody without an account: they enter by a link, on their phone or yours. On yours, that signs you out:
          they sign out in the menu afterwards, and you sign in again.
        </p>
        <Field label="Name">
          {(control) => (
            <input {...control} name="name" required maxLength={100} value={person.name} onChange={change} />
          )}
        </Field>
        <Field label="Email (optional)" help="Nothing is sent, now or later, until they confirm it.">
          {(control) => <input {...control} name="email" type="email" value={person.email} onChange={change} />}
        </Field>
      </FormModal>
      <LinkModal {...made} />
    </>
  )
}

const hint = 'Give it to one person, who opens it, signs in and accepts. Until then you can revoke it here.'

/** Makes and revokes the link with which one account becomes an organiser (docs/security.md, 10.7). */
export function NewOrganiser() {
  const query = adminQuery<OrganiserLink>(api.adminOrganiserLink(), { staleTime: 0 })
  const open = useQuery(query).data ?? null
  const { openModal, ...confirmation } = useModalState<null>()
  const made = useModalState<MadeLink>()

  const { mutate: replace } = useAdminMutation({
    mutationFn: (client, isOpen: boolean) =>
      client.send<UserActionResult>('POST', api.adminOrganiserLink(), { isOpen }),
    texts(isOpen) {
      const failed = 'Nothing was changed.'
      if (isOpen) return { busy: 'Creating the link…', failed, done: 'The link is ready.' }
      return { busy: 'Revoking the link…', failed, done: 'The link was revoked.' }
    },
    onSuccess({ link }) {
      if (link) made.openModal({ title: 'New organiser', hint, link })
    },
  })

  const revoke = () => {
    confirmation.close()
    replace(false)
  }
  return (
    <>
      <ActionButton onPress={() => openModal(null)}>New organiser</ActionButton>
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
