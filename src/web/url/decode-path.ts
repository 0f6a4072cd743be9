/** Undefined for a path that cannot be decoded. The router matches decoded paths, so such a path leads nowhere. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
