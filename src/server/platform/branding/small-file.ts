import { readFileSync, statSync } from 'node:fs'
import { OperatorError, toReason } from '#server/platform/start/operator-error.ts'

/** A branding setting that cannot be used. */
export class BrandingError extends OperatorError {
  constructor(setting: string, file: string, reason: string) {
    super(`The file ${file} set in ${setting} cannot be used: ${reason}.`)
  }
}

/** Throws `BrandingError` if the file is missing, too large or empty. */
export function readSmallFile(setting: string, file: string, limit: number): Buffer {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new BrandingError(setting, file, 'it does not exist')
  if (size === 0) throw new BrandingError(setting, file, 'it is empty')
  if (size > limit) throw new BrandingError(setting, file, `it is larger than ${limit / 1024} KiB`)
  try {
    return readFileSync(file)
  } catch (error) {
    throw new BrandingError(setting, file, toReason(error))
  }
}
