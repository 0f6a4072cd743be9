import { foldName } from '#domain/names/folded-names.ts'

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

/** Stands for the address of somebody who has none, after the name with which they sign in (docs/security.md, 10.9). */
const noAddress = '@no-address.invalid'

/** Parses an address, or a name without an @, with which people sign in. Returns the form that is stored. */
export function parseSignInName(text: string): string | undefined {
  return parseEmail(text.includes('@') ? text : text.trim() + noAddress)
}

/** A placeholder for the address of a person who has none. */
export function toStandIn(name: string): string {
  const words = foldName(name).match(/[a-z0-9]+/g) ?? []
  return `${words.join('.').slice(-60) || 'player'}${noAddress}`
}

/** Formats the address or name of an account, for its owner. */
export function toSignInName(email: string): string {
  return email.replace(noAddress, '')
}

/** The address to show; empty for people without one. */
export function toAddress(email: string): string {
  return email.endsWith(noAddress) ? '' : email
}

/** No such domain exists (RFC 6761). Deleted users, and imported ones without an address, have an address there. */
const reservedDomain = '.invalid'

/** Whether email to this address can arrive. */
export function isDeliverable(email: string): boolean {
  return email !== '' && !email.endsWith(reservedDomain)
}
