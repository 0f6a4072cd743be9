/** The message that organisers send with a link. The deadline is in their locale and time zone. */
export function toInvitationMessage({ name, start }: { name: string; start: string }, url: string): string {
  return [`Join our golf pool for ${name}!`, `Pick your golfers before ${deadline.format(new Date(start))}:`, url].join(
    '\n',
  )
}

const deadline = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
