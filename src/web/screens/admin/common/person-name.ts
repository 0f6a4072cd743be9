/** The name, with the address if there is one: merged users usually have one name. */
export function toPersonName({ name, userName }: { name: string; userName: string }): string {
  return userName === '' ? name : `${name} (${userName})`
}
