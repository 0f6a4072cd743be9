const maxLength = 120

/**
 * The Content-Disposition of a file to be saved under `name`, whatever letters it has: those of ASCII for old programs,
 * all of them for the others (RFC 6266). What no file's name may have becomes a hyphen.
 */
export function attachmentHeader(name: string): string {
  const safe = toFileName(name)
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]+/g, '-')
    .replace(/%/g, '-')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(safe)}`
}

/** The end is kept, because it says what kind of file it is. */
function toFileName(name: string): string {
  const letters = [
    ...name
      .toWellFormed()
      .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, '-')
      .replace(/^[\s.]+/, ''),
  ]
  if (letters.length <= maxLength) return letters.join('')
  const end = /\.\w+$/.exec(name)?.[0] ?? ''
  return letters.slice(0, maxLength - end.length).join('') + end
}

function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
