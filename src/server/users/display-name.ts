const maxLength = 100
/** Invisible and bidirectional control characters, which can make one name look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A name as shown to others: NFC, without invisible characters, 1 to 100 characters; or undefined. */
export function cleanName(text: string | undefined | null): string | undefined {
  const visible = (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').replace(unseen, '').trim()
  const name = [...visible].slice(0, maxLength).join('').trim()
  return name === '' ? undefined : name
}

/** Falls back to the local part of the address. */
export function displayName(name: string | undefined | null, email: string): string {
  return cleanName(name) ?? cleanName(email.split('@')[0]) ?? 'Player'
}
