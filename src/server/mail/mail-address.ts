/** Signs that would change who a message goes to, or where a header ends. */
const forbidden = /[\s,;:"<>()[\]\\]|\p{C}/u

/**
 * One e-mail address in lower case, or undefined. Deliberately narrow: one @, nothing quoted, no list, no comment,
 * 254 characters at most. The database holds the same rule.
 */
export function parseMailAddress(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase()
  const [local = '', domain = '', ...more] = address.split('@')
  if (more.length > 0 || local === '' || domain === '') return undefined
  if (address.length > 254 || local.length > 64 || forbidden.test(address)) return undefined
  if (domain.split('.').some((label) => label === '' || label.length > 63)) return undefined
  return address
}
