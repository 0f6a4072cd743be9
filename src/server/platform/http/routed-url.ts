/**
 * The URL as everything after the router sees it. The router decodes paths, so percent-encoded letters and digits are
 * decoded here (RFC 3986, 6.2.2.2): headers and refusals then depend on the same path as the route. A path that cannot
 * be decoded is encoded again and matches no route or breaks the schema of one.
 */
export function toRoutedUrl(url: string): string {
  const path = pathOf(url)
  if (!path.includes('%')) return url
  const routed = isDecodable(path) ? path.replace(/%[0-9a-f]{2}/gi, decodeUnreserved) : path.replaceAll('%', '%25')
  return routed + url.slice(path.length)
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function decodeUnreserved(sequence: string): string {
  const character = String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : sequence
}
