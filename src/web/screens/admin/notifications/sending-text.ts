import { formatCount } from '../common/format-count.ts'

/** "2 people are being notified." */
export function toSendingText(people: number): string {
  return `${formatCount(people, 'person', 'people')} ${people === 1 ? 'is' : 'are'} being notified.`
}
