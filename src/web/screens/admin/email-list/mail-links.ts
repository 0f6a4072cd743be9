/** Longer addresses are cut off, or refused, by mail programs and the systems that start them. */
const maxLinkLength = 1_800
/** More than so many mails by hand are not worth the presses. */
const maxLinks = 10

const start = 'mailto:?bcc='

/** The addresses that mail can go to, each once; other texts are left out. */
export function toMailAddresses(texts: readonly string[]): string[] {
  const addresses = texts.map((text) => text.trim()).filter((text) => /^[^\s@]+@[^\s@]+$/.test(text))
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}

export type MailLink = { readonly href: string; readonly count: number }

/**
 * Links that open a mail to all addresses as blind copies: one, several where it would be too long, none where they
 * would be too many.
 */
export function toMailLinks(addresses: readonly string[]): MailLink[] {
  const links: { href: string; count: number }[] = []
  for (const address of addresses) {
    // An @ may stand as it is; everything else that is no plain letter has a meaning in an address.
    const encoded = encodeURIComponent(address).replaceAll('%40', '@')
    const last = links.at(-1)
    if (last !== undefined && last.href.length + 1 + encoded.length <= maxLinkLength) {
      last.href += `,${encoded}`
      last.count += 1
    } else {
      links.push({ href: start + encoded, count: 1 })
    }
  }
  return links.length > maxLinks ? [] : links
}
