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

export type MailLink = { readonly href: string; readonly count: number }

/**
 * `mailto:` links with all addresses in Bcc: one if it fits, several if it would be too long, none if there would be too
 * many.
 */
export function toMailLinks(addresses: readonly string[]): MailLink[] {
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
