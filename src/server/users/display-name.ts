import { toPlainText } from '#contract/plain-text.ts'

const maxLength = 100
/** Private and unassigned characters look different on each device. */
const unknown = /[\p{Co}\p{Cn}]/gu

/** A name as shown to others: NFC, plain text, 1 to 100 characters; or undefined. */
export function cleanName(text: string | undefined | null): string | undefined {
  const line = (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').replace(unknown, '')
  const name = [...toPlainText(line).trim()].slice(0, maxLength).join('').trim()
  return name === '' ? undefined : name
}

/** Falls back to the local part of the address. */
export function displayName(name: string | undefined | null, email: string): string {
  return cleanName(name) ?? cleanName(email.split('@')[0]) ?? 'Player'
}
