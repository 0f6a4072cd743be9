/** After this time, the email is not sent, because it is no longer useful. Null: always useful. */
export function mailsWithAnEnd(): string[] {
  return [`alter table outbox add column useless_from text`]
}
