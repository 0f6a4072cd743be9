/** A time on the account page: "22 Nov 2026, 09:00 UTC". */
export function formatTime(time: Date): string {
  return `${time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
