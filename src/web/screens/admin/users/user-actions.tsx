import { useQuery } from '@tanstack/react-query'
import type {
  AdminUser,
  UnconfirmedAccount,
  UnconfirmedAction,
  UserAction,
  UserActionResult,
} from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { formatCount } from '#domain/text/format.ts'
import { serverSetupQuery } from '#web/api/admin-queries.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { adminQuery } from '#web/api/resource-query.ts'
import shareStyles from '#web/invitations/invitation-share.module.css'
import { QrCode } from '#web/invitations/qr-code.tsx'
import styles from '#web/screens/admin/admin.module.css'
import { toPersonName } from '#web/screens/admin/common/person-name.ts'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { LocalLinkWarning } from '#web/ui/local-link-warning.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { type OpenModal, useModalState } from '#web/ui/use-modal-state.ts'
import { ConfirmationNeeded, type NeededConfirmation } from './confirmation-needed.tsx'

type Action = UserAction['action'] | UnconfirmedAction['action']

/** A user or an account, and what an organiser wants to do with it. */
export type UserChoice = { readonly user: AdminUser | UnconfirmedAccount; readonly action: Action }

const actions: Readonly<
  Record<Action, { text: string; effect: string; question: (name: string) => string; done: string }>
> = {
  resetPassword: {
    text: 'Link for a new password',
    effect:
      'The old password stops working, and they are signed out everywhere. Whoever opens the link chooses the new password. Until the start, nobody who enters this way sees or changes what is saved.',
    question: (name) => `Are you sure you want to make a link for ${name}?`,
    done: 'The link is ready.',
  },
  block: {
    text: 'Block',
    effect: 'They are signed out everywhere and cannot sign in. Entries and results are kept.',
    question: (name) => `Are you sure you want to block ${name}?`,
    done: 'The user was blocked.',
  },
  unblock: {
    text: 'Unblock',
    effect: 'They can sign in again.',
    question: (name) => `Are you sure you want to unblock ${name}?`,
    done: 'The user was unblocked.',
  },
  revokePower: {
    text: 'End the power user role',
    effect: 'They become a player at once. Entries and results are kept.',
    question: (name) => `Are you sure you want to end the role of ${name}?`,
    done: 'The role has ended.',
  },
  makeAdmin: {
    text: 'Make an admin',
    effect:
      'They can do everything that you can, and can make others admins. Only the operator’s command takes the role away.',
    question: (name) => `Are you sure you want to make ${name} an admin?`,
    done: 'They are an admin now.',
  },
  delete: {
    text: 'Delete',
    effect:
      'Name, address and sign-ins are deleted, and entries in tournaments that have not started are removed. The other entries stay, as those of a “Former player”. This can’t be undone.',
    question: (name) => `Are you sure you want to delete ${name}?`,
    done: 'The user was deleted.',
  },
  sendAgain: {
    text: 'Send again',
    effect: 'They get a new link, for 24 hours. Earlier links stop working.',
    question: (name) => `Are you sure you want to send the confirmation email again to ${name}?`,
    done: 'The confirmation email is on its way.',
  },
  admit: {
    text: 'Admit',
    effect:
      'They can sign in without confirming the address. They get no emails about the pool and cannot be merged. Whoever confirms the address later gets the account.',
    question: (name) => `Are you sure you want to admit ${name}?`,
    done: 'They can sign in now.',
  },
  newLink: {
    text: 'New link',
    effect:
      'An earlier link stops working. Whoever opens this one enters and is asked for no password; a password, and every other device, are signed out. Until the start, nobody who enters this way sees or changes what is saved.',
    question: (name) => `Are you sure you want to make a new link for ${name}?`,
    done: 'The link is ready.',
  },
}

function listHelp({ userName, admittedBy }: UnconfirmedAccount): Action[] {
  return [...(userName === '' ? [] : ['sendAgain' as const]), admittedBy === null ? 'admit' : 'newLink']
}

/** The actions for a row (docs/security.md, 10.6). The role of a power user must be taken away first. */
export function UserMenu({ user, onChoose }: Pick<UserChoice, 'user'> & { onChoose: (choice: UserChoice) => void }) {
  const others: Action[] =
    'blocked' in user ? ['resetPassword', user.blocked ? 'unblock' : 'block', 'delete'] : listHelp(user)
  const names: Action[] = 'isPowerUser' in user && user.isPowerUser ? ['revokePower'] : others
  const canBecomeAdmin = 'canBecomeAdmin' in user && user.canBecomeAdmin
  return (
    <MoreMenu about={`about ${user.name}`} className="button-text">
      {[...(canBecomeAdmin ? ['makeAdmin' as const] : []), ...names].map((action) => (
        <button key={action} type="button" className="button-text" onClick={() => onChoose({ user, action })}>
          {actions[action].text}
        </button>
      ))}
    </MoreMenu>
  )
}

/** Whom an action tells, as a further sentence. `isFiled`: emails become files. */
export function toNews(action: Action, isFiled: boolean): string {
  if (action !== 'makeAdmin') return ''
  return isFiled ? ' Admins are told on their devices only, because no mail server is set up.' : ' Every admin is told.'
}

/** Confirms and runs the chosen action, and shows the link that a reset makes. */
export function useUserActions() {
  const { openModal, ...confirmation } = useModalState<UserChoice>()
  const made = useModalState<MadeLink>()
  const needed = useModalState<NeededConfirmation>()
  const isFiled = useQuery(serverSetupQuery).data?.isMailSetUp === false

  const { mutate: act } = useAdminMutation({
    mutationFn: (client, { user, action }: UserChoice) =>
      'blocked' in user
        ? client.send<UserActionResult>('POST', api.adminUser(), { userId: user.id, action })
        : client.send<UserActionResult>('POST', api.adminUnconfirmed(), { accountId: user.accountId, action }),
    texts: ({ user, action }) => ({
      busy: `${actions[action].text}: ${user.name}…`,
      failed: 'Nothing was changed.',
      done: `${actions[action].done}${toNews(action, isFiled)}`,
      detail: toPersonName(user),
    }),
    onSuccess({ link }, { user, action }) {
      if (link) made.openModal(toMadeLink(user.name, action, link))
    },
    onError(error, { user }) {
      const code = codeOf(error)
      if ('blocked' in user && (code === 'confirmation-needed' || code === 'confirmation-impossible'))
        needed.openModal({ user, isPossible: code === 'confirmation-needed' })
    },
  })

  const subject = confirmation.modal?.subject
  const modals = (
    <>
      <Confirmation {...confirmation} title={subject ? actions[subject.action].text : ''} onYes={act}>
        <p>{subject && `${actions[subject.action].effect}${toNews(subject.action, isFiled)}`}</p>
        <Question>{subject && actions[subject.action].question(toPersonName(subject.user))}</Question>
      </Confirmation>
      <LinkModal {...made} />
      <ConfirmationNeeded {...needed} />
    </>
  )
  return { choose: openModal, modals }
}

export type MadeLink = { title: string; hint: string; link: string; hasCode?: boolean }

/** A link that is shown once. */
export function LinkModal({ modal, close }: OpenModal<MadeLink>) {
  if (modal === null) return null
  const { title, hint, link, hasCode } = modal.subject
  const done = (
    <button type="button" className="button" onClick={close}>
      Done
    </button>
  )
  return (
    <Modal open={modal.isOpen} onClose={close} title={title} actions={done}>
      <div className="stack">
        <p>{hint}</p>
        {hasCode && (
          <div className={shareStyles.code}>
            <QrCode text={link} label="QR code of the link" />
          </div>
        )}
        <LocalLinkWarning url={link} />
        <CopyField label="Link" text={link} rows={3} />
      </div>
    </Modal>
  )
}

/** The link with which a person enters. */
export function toEntryLink(name: string, link: string): MadeLink {
  const hint =
    'They scan the code, or open the link. It works once, within 7 days, and is shown only now. Opened on your own device, it signs you out there: let them sign out in the menu afterwards, and sign in again.'
  return { title: `Link for ${name}`, hint, link, hasCode: true }
}

function toMadeLink(name: string, action: Action, link: string): MadeLink {
  if (action === 'newLink') return toEntryLink(name, link)
  const hint = `Give it to ${name} yourself. It works once, within an hour.`
  return { title: 'Link for a new password', hint, link }
}

const unconfirmedQuery = adminQuery<UnconfirmedAccount[]>(api.adminUnconfirmed(), { staleTime: 10_000 })

/** The accounts without a confirmed address (docs/security.md, 6.5): all, or those among these. */
export function UnconfirmedAccounts({ among }: { among?: readonly { accountId: string }[] }) {
  const all = useQuery(unconfirmedQuery).data ?? []
  const { choose, modals } = useUserActions()
  const accounts = all.filter((account) => among?.some(({ accountId }) => accountId === account.accountId) ?? true)
  if (accounts.length === 0) return null
  return (
    <details className="disclosure">
      <summary>{formatCount(accounts.length, 'person', 'people')} without a confirmed address</summary>
      <ul className={styles.guests}>
        {accounts.map((account) => (
          <li key={account.accountId}>
            <strong>{account.name}</strong>
            <span>{account.userName || 'No address'}</span>
            <span className="cluster">
              {account.admittedBy === null ? 'Unconfirmed' : `Let in by ${account.admittedBy}`}
              <UserMenu user={account} onChoose={choose} />
            </span>
          </li>
        ))}
      </ul>
      {modals}
    </details>
  )
}
