import { create } from 'content-disposition'

const maxLength = 120

/**
 * The Content-Disposition of a file to be saved under `name`. Characters that file names cannot contain become
 * hyphens. Old browsers get a name in ASCII.
 */
export function attachmentHeader(name: string): string {
  const fileName = toFileName(name)
  const fallback = toFileName(fileName.normalize('NFKD').replace(/\p{M}/gu, '')).replace(/[^ -~]+|%/g, '-')
  return create(fileName, { fallback })
}

/** Shortens the name but not its extension. */
function toFileName(name: string): string {
  const letters = [
    ...name
      .toWellFormed()
      .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, '-')
      .replace(/^[\s.]+/, ''),
  ]
  if (letters.length <= maxLength) return letters.join('')
  const extension = /\.\w+$/.exec(name)?.[0] ?? ''
  return letters.slice(0, maxLength - extension.length).join('') + extension
}
