import { toLongStartText } from '#web/time/start-text.ts'

/** The message that organisers send with a link. The deadline is in their locale and time zone. */
export function toInvitationMessage({ name, start }: { name: string; start: string }, url: string): string {
  const deadline = toLongStartText(new Date(start))
  return `Join our golf pool for ${name}!\nPick your golfers before ${deadline}:\n${url}`
}
