/**
 * The finding of a check. `wrong`: a contradiction; `open`: a verification that was not possible; `note`: a fact that is
 * right and that people should know.
 */
export type Finding = { readonly kind: 'wrong' | 'open' | 'note'; readonly text: string }

export const wrong = (text: string): Finding => ({ kind: 'wrong', text })
export const open = (text: string): Finding => ({ kind: 'open', text })
export const note = (text: string): Finding => ({ kind: 'note', text })
