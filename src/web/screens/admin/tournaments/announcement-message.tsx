import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Announcement } from '#contract/announcement-contract.ts'
import type { Invitation, NewInvitationRequest } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { announcementInvitationsQuery, createRequestKey } from '#web/api/admin-queries.ts'
import { canInvite } from '#web/invitations/invitation-share.tsx'
import { ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { describeCounts } from '#web/screens/admin/invitations/invitation-item.tsx'
import { toLongStartText } from '#web/time/time-text.ts'
import { Question } from '#web/ui/confirmation.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { LocalLinkWarning } from '#web/ui/local-link-warning.tsx'

/** `none`: the address of the pool, where a stranger cannot create an account. */
type LinkKind = 'none' | 'invitation' | 'watchers'

const options: readonly (readonly [LinkKind, string])[] = [
  ['none', 'None: only the address of the pool'],
  ['invitation', 'An invitation'],
  ['watchers', 'For people who only watch'],
]

const help =
  'Whoever has the link can create an account. Leave it out of a chat that strangers read. It stays valid when the tournament is set up.'

/** The message to send to people, with an invitation link if the organiser wants one (docs/rules.md, 8.7). */
export function AnnouncementMessage({ announced }: { announced: Announcement }) {
  const { data: list } = useQuery(announcementInvitationsQuery(announced.event.espnId))
  const [kind, setKind] = useState<LinkKind>('none')
  const link = list?.invitations.find((invitation) => invitation.state === 'usable' && kindOf(invitation) === kind)
  const creation = useAdminMutation({
    mutationFn: (client, isForWatchers: boolean) => {
      const request: NewInvitationRequest = { ...unlimited, requestKey: createRequestKey(), isForWatchers }
      return client.send('POST', api.announcementInvitations(), request)
    },
    texts: {
      busy: 'Creating the link…',
      failed: 'There was an error creating the link.',
      done: 'The link is in the message.',
    },
    onError: () => setKind('none'),
  })

  function choose(text: string): void {
    const [chosen = 'none'] = options.find(([value]) => value === text) ?? []
    setKind(chosen)
    const exists = list?.invitations.some(
      (invitation) => invitation.state === 'usable' && kindOf(invitation) === chosen,
    )
    if (chosen !== 'none' && !exists) creation.mutate(chosen === 'watchers')
  }

  // There is no tournament to enter yet, so without an invitation the link leads to the home page.
  const url = link?.url ?? `${location.origin}/`
  const isReady = kind === 'none' || link !== undefined
  return (
    <>
      {list !== undefined && canInvite(list) && (
        <SelectField label="Link in the message" options={options} value={kind} onChange={choose} help={help} />
      )}
      {isReady ? (
        <>
          <LocalLinkWarning url={url} />
          <CopyField label="Message" text={toMessage(announced, url)} rows={5} />
        </>
      ) : (
        <p role="status">Creating the link…</p>
      )}
      {link && <LinkInUse link={link} onRevoked={() => setKind('none')} />}
    </>
  )
}

const unlimited = { expiresAt: null, maxUses: null, isOnWall: false }

const kindOf = ({ isForWatchers }: Invitation): LinkKind => (isForWatchers ? 'watchers' : 'invitation')

function LinkInUse({ link, onRevoked }: { link: Invitation; onRevoked: () => void }) {
  const revocation = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.announcementInvitationRevoke(), { invitationId: link.id }),
    texts: {
      busy: 'Revoking the link…',
      failed: 'There was an error revoking the link.',
      done: 'The link was revoked.',
    },
    onSuccess: onRevoked,
  })
  return (
    <div className="cluster">
      <span className="small-print">{describeCounts(link)}</span>
      <ConfirmedAction
        action={revocation}
        className="button-danger"
        busyText="Revoking…"
        label="Revoke the link"
        title="Revoke the link"
      >
        <p>It can no longer be used to create an account. Accounts created with it are kept.</p>
        <Question>Are you sure you want to revoke this link?</Question>
      </ConfirmedAction>
    </div>
  )
}

/** The text that organisers send to people. */
function toMessage({ event: { name, start }, after }: Announcement, url: string): string {
  const opening = after === null ? 'when the field is out' : `after ${after.name} has ended`
  return `Our golf pool for ${name} starts on ${toLongStartText(start)}.\nPicks open ${opening}:\n${url}`
}
