import { type QueryExecutorProvider, sql } from 'kysely'

/** What an earlier version read of a line. It ignored whatever followed, and the sign of the currency. */
const readPart = /^(?:(?:\d{1,3})(?:st|nd|rd|th)?|last|round\s*[1-4])(?:\s+place)?[\s:]+[$€£]?\s*\d[\d.,]*\s*%?/i
const twoCurrencies = /^((?:[a-z]{3}|[$€£])\s*\d[\d.,]*)\s*(?:[a-z]{3}|[$€£])$/i

/**
 * Lines of payouts are read as a whole from now on. What an earlier version ignored is removed from those that are stored, so
 * that they mean what the pool has shown.
 */
export async function wholePayoutLines(trx: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ id: number; fee: string }>`select id, fee from tournaments
    where fee is not null`.execute(trx)
  for (const { id, fee } of rows) {
    const stored = JSON.parse(fee) as { price: string; payouts: string }
    const price = stored.price.trim().replace(twoCurrencies, '$1')
    const payouts = stored.payouts
      .split('\n')
      .map((line) => (readPart.exec(line.trim())?.[0] ?? line).trim().replace(/[$€£]\s*/, ''))
      .join('\n')
    if (price === stored.price && payouts === stored.payouts) continue
    await sql`update tournaments set fee = ${JSON.stringify({ ...stored, price, payouts })}, version = version + 1
      where id = ${id}`.execute(trx)
  }
}
