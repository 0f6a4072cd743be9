/** From this instant on the mail is of no use any more, and is not sent: null for one that always is. */
export function mailsWithAnEnd(): string[] {
  return [`alter table outbox add column useless_from text`]
}
