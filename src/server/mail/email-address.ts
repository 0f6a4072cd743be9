/** Characters that could change the recipient or end a header. */
const forbidden = /[\s,;:"<>()[\]\\]|\p{C}/u

/**
 * One email address in lower case, or undefined. Deliberately strict: one @, no quotes, lists or comments, at most 254
 * characters. A database constraint repeats the rule (docs/security.md, 7).
 */
export function parseEmail(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase()
  const [local = '', domain = '', ...more] = address.split('@')
  if (more.length > 0 || local === '' || domain === '') return undefined
  if (address.length > 254 || local.length > 64 || forbidden.test(address)) return undefined
  if (domain.split('.').some((label) => label === '' || label.length > 63)) return undefined
  return address
}

/** No such domain exists (RFC 6761). Deleted users, and imported ones without an address, have an address there. */
const reservedDomain = '.invalid'

/** Whether email to this address can arrive. */
export function isDeliverable(email: string): boolean {
  return email !== '' && !email.endsWith(reservedDomain)
}
