/** Letters that have no accent to take off, as people without them on the keyboard write them. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** A name as it is looked for, words parted by one space: "Á. Højgaard-O'Neil" is "a hojgaard oneil". */
export function toPlainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f.'’`]/g, '')
    .replace(/[øæœßđðłþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words of what somebody typed, each to be looked for in a plain name. Empty when nothing is looked for. */
export function toPlainWords(typed: string): string[] {
  return toPlainName(typed).split(' ').filter(Boolean)
}
