import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { maxGroupNameLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { FriendGroup, FriendGroupAction, LinkedFriendGroup, User } from '#contract/user-contract.ts'
import { formatCount, formatList } from '#domain/text/format.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { LinkPanel } from '#web/states/link-panel.tsx'
import { toMomentText } from '#web/time/time-text.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { InputField } from '#web/ui/field.tsx'
import { LocalLinkWarning } from '#web/ui/local-link-warning.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { GroupPeople } from './group-people.tsx'

/** The viewer’s groups of friends (docs/rules.md, 4.11), or the question to whoever opens the link of one. */
export function GroupsScreen() {
  const client = useApi()
  const queries = useQueryClient()
  const { data: user, error: loadError, refetch } = useQuery(userQuery)
  const [name, setName] = useState('')
  const { openModal: askToLeave, ...leaving } = useModalState<FriendGroup>()
  const { openModal: askToReplace, ...replacing } = useModalState<FriendGroup>()
  const { mutate, mutateAsync, error, isPending } = useMutation({
    mutationFn: (action: FriendGroupAction) => client.send<User>('POST', api.groups(), action),
    onSuccess: (changed) => queries.setQueryData(userQuery.queryKey, changed),
  })
  useDocumentTitle(`Groups - ${pageSettings.name}`)
  const make = () => mutate({ action: 'make', name }, { onSuccess: () => setName('') })
  if (location.hash !== '') {
    const code = location.hash.slice(1)
    return <JoinPanel key={code} linkCode={code} isAdmin={user?.isAdmin ?? false} onAction={mutateAsync} />
  }
  return (
    <div className="stack">
      <PageHeading status={user?.name} title="Groups" note="Your place among friends, family or colleagues" />
      {user === undefined && loadError === null && <LoadingPanel />}
      {user === undefined && loadError !== null && <ErrorPanel error={loadError} onRetry={refetch} />}
      {user?.groups.length === 0 && (
        <p>You’re in no group yet. Make one and send its link, or open a link that you’ve been sent.</p>
      )}
      {user !== undefined && user.groups.length > 0 && (
        <LocalLinkWarning url={location.origin} link="the link of a group" />
      )}
      {user?.groups.map((group) => (
        <section key={group.id} className="stack-close" aria-label={group.name}>
          <h2>{group.name}</h2>
          <p>{formatList(group.members.map((member) => member.name))}</p>
          <CopyField label={`Link to join ${group.name}`} text={`${location.origin}/groups#${group.code}`} rows={2} />
          {group.linkReplaced && (
            <p className="small">
              {group.linkReplaced.by} replaced the link on {toMomentText(group.linkReplaced.at)}.
            </p>
          )}
          <div className="buttons">
            <Link className="button-secondary" to={`/pool?group=${group.id}`}>
              Board
            </Link>
            <Link className="button-secondary" to={`/season?group=${group.id}`}>
              Season
            </Link>
            <BusyButton label={`New link for ${group.name}`} isBusy={isPending} onPress={() => askToReplace(group)}>
              New link
            </BusyButton>
            <BusyButton label={`Leave ${group.name}`} isBusy={isPending} onPress={() => askToLeave(group)}>
              Leave
            </BusyButton>
          </div>
          {user.isAdmin && (
            <GroupPeople group={group} onRemoved={() => queries.invalidateQueries({ queryKey: userQuery.queryKey })} />
          )}
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
      <Confirmation
        {...replacing}
        title="Replace the link"
        onYes={({ id, code }) => mutate({ action: 'replaceLink', id, code })}
      >
        <p>
          The old link stops working. Everybody stays in the group and sees that you replaced it. This can’t be undone.
        </p>
        <Question>Replace the link of {replacing.modal?.subject.name}?</Question>
      </Confirmation>
    </div>
  )
}

type JoinProps = { linkCode: string; isAdmin: boolean; onAction: (action: FriendGroupAction) => Promise<User> }

/** Asks whoever opened the link of a group whether to join. Opening it changes nothing. */
function JoinPanel({ linkCode, isAdmin, onAction }: JoinProps) {
  const client = useApi()
  const [code, setCode] = useState(linkCode)
  const { data, error, refetch } = useQuery({
    queryKey: ['group-link', code],
    queryFn: () => client.send<LinkedFriendGroup>('POST', api.groupLink(), { code }),
    placeholderData: keepPreviousData,
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
      {code !== linkCode && (
        <CopyField label="The new link of the group" text={`${location.origin}/groups#${code}`} rows={2} />
      )}
      {isAdmin && <LinkedPeople code={code} onReplaced={setCode} />}
    </LinkPanel>
  )
}

/** Lets an admin remove somebody from a group that has sent its link to ask for that. */
function LinkedPeople({ code, onReplaced }: { code: string; onReplaced: (code: string) => void }) {
  const client = useApi()
  const [isShown, setShown] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['group-people', code],
    queryFn: () => client.send<FriendGroup>('POST', api.groupPeople(), { code }),
    placeholderData: keepPreviousData,
    enabled: isShown,
  })
  if (!isShown)
    return (
      <button type="button" className="button-text" onClick={() => setShown(true)}>
        Who is in it?
      </button>
    )
  if (error !== null) return <ErrorPanel error={error} onRetry={refetch} />
  if (data === undefined) return <LoadingPanel />
  return <GroupPeople group={data} onRemoved={(group) => (group ? onReplaced(group.code) : refetch())} />
}
