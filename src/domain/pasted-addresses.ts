/** Email addresses from a pasted text, such as a list from a spreadsheet or the "To" line of an email. */
export type PastedAddresses = {
  /** In lower case, each once, in their order. */
  readonly addresses: readonly string[]
  /** What is no address. */
  readonly unreadable: readonly string[]
}

/** What can stand around an address. */
const wrapping = /^(?:mailto:)?[<("'[]*|[>)"'\].]*$/gi
/** Lenient: the server decides. */
const address = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/

/** Reads a pasted list with addresses in lines or separated by commas or semicolons, with or without names. */
export function readPastedAddresses(text: string): PastedAddresses {
  const addresses = new Set<string>()
  const unreadable: string[] = []
  for (const part of text.split(/[\n\r,;]+/)) {
    const words = part.split(/\s+/).map((word) => word.replace(wrapping, ''))
    const candidates = words.filter((word) => word.includes('@'))
    const isReadable = candidates.length > 0 && candidates.every((word) => address.test(word))
    // "Ash, Ann <ann@example.org>" has a part without an address.
    if (isReadable) for (const word of candidates) addresses.add(word.normalize('NFC').toLowerCase())
    else if (part.trim() !== '') unreadable.push(part.trim())
  }
  return { addresses: [...addresses], unreadable }
}
