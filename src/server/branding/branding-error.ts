import { OperatorError } from '../operator-error.ts'

/** A branding setting that cannot be used. */
export class BrandingError extends OperatorError {
  constructor(setting: string, file: string, reason: string) {
    super(`The file ${file} set in ${setting} cannot be used: ${reason}.`)
  }
}
