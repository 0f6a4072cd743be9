import { textLocale } from '#domain/text/format.ts'

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }

/**
 * The code of a currency, from a code or a symbol: "usd" and "$" are "USD". A symbol that is also that of `expected`, as "$" is of
 * "CAD", is read as `expected`.
 */
export function findCurrency(name: string, expected?: string): string {
  if (expected !== undefined && name === findSymbol(expected)) return expected
  return symbols[name] ?? name.toUpperCase()
}

function findSymbol(currency: string): string | undefined {
  const format = new Intl.NumberFormat(textLocale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}

/** "12.5" or "12,50" as 1250; null for more digits than the currency has, and for zero. */
export function readAmount(text: string, digits: number): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return fraction.length > digits || value === 0 ? null : value
}

/** "20 USD" or "12.50 USD", from the currency's smallest unit. */
export function formatPlain(minor: number, currency: string): string {
  const digits = countDigits(currency)
  const scale = 10 ** digits
  return `${(minor / scale).toFixed(minor % scale === 0 ? 0 : digits)} ${currency}`
}

/** "$30.00", from the currency's smallest unit. */
export function formatAmount(minor: number, currency: string): string {
  return toFormat(currency).format(minor / 10 ** countDigits(currency))
}

/** "$30", or "$30.50" where there are cents, from the currency's smallest unit. */
export function formatShortAmount(minor: number, currency: string): string {
  const scale = 10 ** countDigits(currency)
  const digits = minor % scale === 0 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}
  return new Intl.NumberFormat(textLocale, { style: 'currency', currency, ...digits }).format(minor / scale)
}

/** The digits after the point: 2 for USD, 0 for JPY. */
export function countDigits(currency: string): number {
  return toFormat(currency).resolvedOptions().maximumFractionDigits ?? 2
}

function toFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(textLocale, { style: 'currency', currency })
}
