/**
 * What a check has found. `wrong`: it does not fit together; `open`: it should be verified, and cannot be; `note`: it is
 * right, and people should know it.
 */
export type Finding = { readonly kind: 'wrong' | 'open' | 'note'; readonly text: string }

export const wrong = (text: string): Finding => ({ kind: 'wrong', text })
export const open = (text: string): Finding => ({ kind: 'open', text })
export const note = (text: string): Finding => ({ kind: 'note', text })
