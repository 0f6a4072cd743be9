/** Whether a link opens on the machine itself only: the operator has not set the pool's address (PUBLIC_URL). */
export function isLocalLink(url: string): boolean {
  return /^(?:localhost|.+\.localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(url).hostname)
}
