/** Other spellings of a name, as rankings have them. Each returns the name itself if it does not apply. */
export const spellings: Readonly<Record<string, (name: string) => string>> = {
  'the same': (name) => name,
  'without accents': (name) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/g, 'o').replace(/æ/g, 'ae'),
  transliterated: transliterate,
  capitals: (name) => name.toUpperCase(),
  'with a month of birth': (name) => `${name}(Oct1987)`,
  'with a month of birth apart': (name) => `${name} (Oct 1987)`,
  'as an amateur': (name) => `${name} (am)`,
  'last name first': toLastFirst,
  'last name first, transliterated': (name) => transliterate(toLastFirst(name)),
  'without a suffix': (name) => name.replace(/,? (?:Jr\.?|Sr\.?|II|III|IV)$/, ''),
  'with a comma before the suffix': (name) => name.replace(/,? (Jr\.?|Sr\.?|II|III|IV)$/, ', $1'),
  'initials without dots': (name) =>
    name.replace(/^\p{Lu}\.(?:\s?\p{Lu}\.)+/u, (dotted) => dotted.replace(/[.\s]/g, '')),
  'initials apart': (name) => name.replace(/^(?:\p{Lu}\.){2,}/u, (dotted) => dotted.replaceAll('.', '. ').trim()),
  'without hyphens': (name) => name.replaceAll('-', ' '),
  'hyphens closed up': (name) => name.replace(/-(\p{L})/gu, (_all, letter: string) => letter.toLowerCase()),
  'Mc apart': (name) => name.replace(/\bMc(?=\p{Lu})/u, 'Mc '),
  'another apostrophe': (name) => name.replaceAll("'", '’'),
  'two spaces': (name) => name.replaceAll(' ', '  '),
}

function transliterate(name: string): string {
  const pairs: Record<string, string> = {
    ö: 'oe',
    ø: 'oe',
    ä: 'ae',
    æ: 'ae',
    å: 'aa',
    ü: 'ue',
    Å: 'Aa',
    Ø: 'Oe',
    Ö: 'Oe',
    Ü: 'Ue',
  }
  const written = name.normalize('NFC').replace(/[öøäæåüÅØÖÜ]/g, (letter) => pairs[letter] ?? letter)
  return written.normalize('NFD').replace(/\p{M}/gu, '')
}

function toLastFirst(name: string): string {
  const [, first = '', last = '', suffix = ''] = /^(\S+) (.+?)((?:,? (?:Jr\.?|Sr\.?|II|III|IV))?)$/.exec(name) ?? []
  return first === '' ? name : `${last}${suffix.replace(',', '')}, ${first}`
}
