import type { Accent } from '#server/platform/branding/accent.ts'

/**
 * The pool's accent is filled in when an email is sent, like its name: one email is the same for every pool. Private-use
 * characters, which stand in no text.
 */
export const colours = { accent: '\uE001', accentInk: '\uE002', darkAccent: '\uE003', darkAccentInk: '\uE004' } as const

/** The accent without POOL_ACCENT. All colours are those of the app (`tokens.css`). */
const defaultAccent = {
  light: { accent: '#6b3fa0', ink: '#ffffff' },
  dark: { accent: '#b99af0', ink: '#150a24' },
} as const

export type MailAccent = { readonly [Theme in keyof Accent]: Pick<Accent[Theme], 'accent' | 'ink'> }

export function fillAccent(page: string, { light, dark }: MailAccent = defaultAccent): string {
  return page
    .replaceAll(colours.accent, light.accent)
    .replaceAll(colours.accentInk, light.ink)
    .replaceAll(colours.darkAccent, dark.accent)
    .replaceAll(colours.darkAccentInk, dark.ink)
}

const light = { paper: '#f4f5f2', raised: '#fdfdfc', ink: '#15181a', soft: '#4b5255', line: '#cdd1cc' } as const
const dark = { paper: '#0f1112', raised: '#191c1d', ink: '#ece7db', soft: '#aeaa9e', line: '#32373a' } as const

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** A long address or name wraps anywhere rather than widen the column. */
const wrap = 'overflow-wrap:anywhere;word-break:break-word'
const cell = `padding:8px 0;border-top:1px solid ${light.line};vertical-align:top;font-size:16px;line-height:24px;font-weight:400`

/** The styles of each element, for the light theme. */
export const styles = {
  page: `margin:0;padding:0;background:${light.paper};color:${light.ink};${font};-webkit-text-size-adjust:100%`,
  sheet: `background:${light.paper};color:${light.ink}`,
  card: `width:100%;max-width:600px;background:${light.raised};color:${light.ink};border:1px solid ${light.line};border-radius:12px;table-layout:fixed;${font}`,
  name: `margin:0 0 16px;font-size:14px;line-height:20px;font-weight:700;color:${colours.accent};${wrap}`,
  title: `margin:0 0 16px;font-size:22px;line-height:28px;font-weight:700;${wrap}`,
  heading: `margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:700;${wrap}`,
  text: `margin:0 0 16px;font-size:16px;line-height:24px;${wrap}`,
  note: `margin:8px 0 0;font-size:14px;line-height:20px;color:${light.soft};${wrap}`,
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  headCell: `padding:0 0 4px;white-space:nowrap;font-size:14px;line-height:20px;font-weight:400;color:${light.soft}`,
  cell: `${cell};width:48px;padding-right:12px;white-space:nowrap`,
  titleCell: `${cell};padding-right:12px;${wrap}`,
  lastCell: `${cell};white-space:nowrap`,
  detail: `display:block;font-size:14px;line-height:20px;color:${light.soft}`,
  button: `background:${colours.accent};border-radius:8px`,
  buttonLink: `display:inline-block;padding:12px 20px;background:${colours.accent};border-radius:8px;color:${colours.accentInk};font-size:16px;line-height:20px;font-weight:700;text-decoration:none`,
  checkHeading: `margin:24px 0 8px;padding-top:16px;border-top:1px solid ${light.line};font-size:14px;line-height:20px;font-weight:700`,
  small: `margin:0 0 16px;font-size:14px;line-height:20px;color:${light.soft};${wrap}`,
  evidence: `margin:0 0 16px;font-family:ui-monospace,Consolas,Menlo,monospace;font-size:12px;line-height:18px;color:${light.soft};${wrap}`,
  footer: `max-width:600px;margin:16px 0 0;padding:0 16px;font-size:14px;line-height:20px;color:${light.soft};${font};${wrap}`,
  quietLink: `color:${light.soft};text-decoration:underline`,
} as const

/** Overrides the styles of the elements. */
export const darkStyles = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){.page{background:${dark.paper}!important;color:${dark.ink}!important}.card{background:${dark.raised}!important;color:${dark.ink}!important;border-color:${dark.line}!important}.line{border-color:${dark.line}!important}.soft{color:${dark.soft}!important}.accent{color:${colours.darkAccent}!important}.button{background:${colours.darkAccent}!important;color:${colours.darkAccentInk}!important}}`
