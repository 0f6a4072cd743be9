import type { Person } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'

/** Fetches the current addresses and shows them in a modal, to copy or to open in a mail app. */
export function useEmailList() {
  const { modal, openModal, close } = useModalState<{ title: string; people: readonly Person[] }>()

  const { mutate: show } = useAdminMutation({
    mutationFn: (client, { path }: { title: string; path: string }) => client.get<Person[]>(path),
    texts: { busy: 'Getting emails…', failed: 'There was an error getting emails.' },
    onSuccess: (people, { title }) => openModal({ title, people }),
  })

  return {
    modal: modal && (
      <MessageModal open={modal.isOpen} onClose={close} title={modal.subject.title}>
        <EmailListBody people={modal.subject.people} />
      </MessageModal>
    ),
    showTournament: ({ id, name }: TournamentSummary) =>
      show({ title: `Email List for ${name}`, path: api.adminTournamentUsers(id) }),
    showAll: () => show({ title: 'All Users Email List', path: api.adminUsers() }),
  }
}

function EmailListBody({ people }: { people: readonly Person[] }) {
  const addresses = toEmails(people.map(({ userName }) => userName))
  const missing = people.filter(({ userName }) => toEmails([userName]).length === 0).length
  if (addresses.length === 0) {
    return <p>{people.length === 0 ? 'No one has entered yet.' : 'None of these users has an email address.'}</p>
  }
  return (
    <div className="stack-close">
      {missing > 0 && (
        <p>
          {missing === 1
            ? '1 user has no email address and is not listed.'
            : `${formatNumber(missing)} users have no email address and are not listed.`}
        </p>
      )}
      <CopyField label={formatCount(addresses.length, 'address', 'addresses')} text={addresses.join(', ')} rows={7} />
      <MailLinks addresses={addresses} />
    </div>
  )
}

function MailLinks({ addresses }: { addresses: readonly string[] }) {
  const links = toMailLinks(addresses)
  if (links.length === 0) {
    return <p className="small-print">There are too many addresses to open in a mail app. Copy them instead.</p>
  }
  return (
    <div className="stack-tight">
      {links.map(({ href, count }, index) => (
        <a key={href} className="target strong" href={href}>
          {links.length === 1
            ? 'Email everyone'
            : `Email group ${index + 1} (${formatCount(count, 'address', 'addresses')})`}
        </a>
      ))}
      <p className="small-print">
        {links.length > 1 && 'There are too many addresses for one email. '}
        Everyone is in Bcc, so addresses stay private.
      </p>
    </div>
  )
}

/** Mail apps and operating systems truncate or refuse longer links. */
const maxLinkLength = 1_800
/** Nobody sends more emails than this by hand. */
const maxLinks = 10

const linkPrefix = 'mailto:?bcc='

/** The valid email addresses, without duplicates. */
export function toEmails(texts: readonly string[]): string[] {
  const addresses = texts.map((text) => text.trim()).filter((text) => /^[^\s@]+@[^\s@]+$/.test(text))
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}

/**
 * `mailto:` links with all addresses in Bcc: one if it fits, several if it would be too long, none if there would be too
 * many.
 */
export function toMailLinks(addresses: readonly string[]) {
  const links: { href: string; count: number }[] = []
  for (const address of addresses) {
    // RFC 6068 allows a plain @; every other special character must be encoded.
    const encoded = encodeURIComponent(address).replaceAll('%40', '@')
    const last = links.at(-1)
    if (last !== undefined && last.href.length + 1 + encoded.length <= maxLinkLength) {
      last.href += `,${encoded}`
      last.count += 1
    } else {
      links.push({ href: linkPrefix + encoded, count: 1 })
    }
  }
  return links.length > maxLinks ? [] : links
}
