/** Characters that a terminal obeys instead of showing them, or that hide others; the joiners within names are none. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** A text for a terminal: what would move, hide or colour other text is shown as its code. */
export function toPrintable(text: string): string {
  return text.replace(unprintable, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}
