/** Letters that have no accent to take off, as people without them on the keyboard write them. */
const foldedLetters: Readonly<Record<string, string>> = {
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
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f.'’`]/g, '')
    .replace(/[øæœßđðłþı]/g, (letter) => foldedLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words of what somebody typed, each to be looked for in a plain name. Empty when nothing is looked for. */
export function foldWords(typed: string): string[] {
  return foldName(typed).split(' ').filter(Boolean)
}
