const maxLength = 100
/** Signs that are not seen, or that turn round what stands next to them: they make one name look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A name as it is shown to others: one form of each letter, no unseen signs, 1 to 100 characters; or undefined. */
export function cleanName(text: string | undefined | null): string | undefined {
  const visible = (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').replace(unseen, '').trim()
  const name = [...visible].slice(0, maxLength).join('').trim()
  return name === '' ? undefined : name
}

/** Without a name, the part of the address before the @ has to do. */
export function displayName(name: string | undefined | null, email: string): string {
  return cleanName(name) ?? cleanName(email.split('@')[0]) ?? 'Player'
}
