import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { maxGroupNameLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { FriendGroup, GroupAction, LinkedGroup, User } from '#contract/user-contract.ts'
import { formatCount, formatList } from '#domain/text/format.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { LinkPanel } from '#web/api/link-panel.tsx'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { pageSettings } from '#web/page/page-settings.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'

/** The viewer’s groups of friends (docs/rules.md, 4.11), or the question to whoever opens the link of one. */
export function GroupsScreen() {
  const client = useApi()
  const queries = useQueryClient()
  const { data: user } = useQuery(userQuery)
  const [name, setName] = useState('')
  const { openModal, ...leaving } = useModalState<Pick<FriendGroup, 'id' | 'name'>>()
  const { mutate, mutateAsync, error, isPending } = useMutation({
    mutationFn: (action: GroupAction) => client.send<User>('POST', api.groups(), action),
    onSuccess: (changed) => queries.setQueryData(userQuery.queryKey, changed),
  })
  useDocumentTitle(`Groups - ${pageSettings.name}`)
  const make = () => mutate({ action: 'make', name }, { onSuccess: () => setName('') })
  if (location.hash !== '') return <JoinPanel code={location.hash.slice(1)} onAction={mutateAsync} />
  return (
    <div className="stack">
      <PageHeading status={user?.name} title="Groups" note="Your place among friends, family or colleagues" />
      {user?.groups.length === 0 && (
        <p>You’re in no group yet. Make one and send its link, or open a link that you’ve been sent.</p>
      )}
      {user?.groups.map(({ id, name: title, code, members }) => (
        <section key={id} className="stack-close" aria-label={title}>
          <h2>{title}</h2>
          <p>{formatList(members.map((member) => member.name))}</p>
          <CopyField label={`Link to join ${title}`} text={`${location.origin}/groups#${code}`} rows={2} />
          <div className="buttons">
            <Link className="button-secondary" to={`/pool?group=${id}`}>
              Board
            </Link>
            <Link className="button-secondary" to={`/season?group=${id}`}>
              Season
            </Link>
            <BusyButton isBusy={isPending} onPress={() => openModal({ id, name: title })}>
              Leave
            </BusyButton>
          </div>
        </section>
      ))}
      <InputField label="Name of a new group" value={name} maxLength={maxGroupNameLength} onChange={setName} />
      <BusyButton className="button" isBusy={isPending || name.trim() === ''} onPress={make}>
        Make a group
      </BusyButton>
      <p className="field-error" role="alert">
        {error && toProblemText(error)}
      </p>
      <Confirmation {...leaving} title="Leave the group" onYes={({ id }) => mutate({ action: 'leave', id })}>
        <p>Only its link brings you back. A group that everybody has left is gone.</p>
        <Question>Leave {leaving.modal?.subject.name}?</Question>
      </Confirmation>
    </div>
  )
}

/** Opening the link changes nothing. */
function JoinPanel({ code, onAction }: { code: string; onAction: (action: GroupAction) => Promise<User> }) {
  const client = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: ['group-link', code],
    queryFn: () => client.send<LinkedGroup>('POST', api.groupLink(), { code }),
  })
  if (error !== null) return <ErrorPanel error={error} onRetry={refetch} />
  if (data === undefined) return null
  async function join(): Promise<string> {
    const { groups } = await onAction({ action: 'join', code })
    return `/pool?group=${groups.find((group) => group.code === code)?.id}`
  }
  return (
    <LinkPanel title={`Join ${data.name}?`} action="Join" onAction={join}>
      <p>{formatCount(data.people, 'person is', 'people are')} in this group. They will see that you are in it.</p>
    </LinkPanel>
  )
}
