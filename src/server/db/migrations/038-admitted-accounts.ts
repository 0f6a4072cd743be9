/** Who has let an account in before anybody has proved its address (docs/security.md, 6.5). */
export const admittedAccounts = ['alter table accounts add column admitted_by integer references users (id)']
