/** When its owner last set the password of an account: since then, nobody else's link counts (docs/security.md, 10.8). */
export function passwordTimes(): string[] {
  return ['alter table accounts add column password_set_at text']
}
