/**
 * Characters that nobody sees, or that change the direction of the text around them, so that a name looks like another one
 * (docs/security.md, 8.1). Not the two joiners, which Persian, Indian languages and emoji need, nor the tags after a black
 * flag, which make it the flag of Scotland.
 */
const unseen =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]/u
const allUnseen = new RegExp(unseen, 'gu')

/** Letters of real names carry at most four marks. More, also with joiners between them, cover the lines around. */
const tooManyMarks = /(?:\p{M}[\u200C\u200D]*){5,}|[\u200C\u200D]{2,}/u
const marksTooMany = /(?<=(?:\p{M}[\u200C\u200D]*){4})(?:\p{M}[\u200C\u200D]*)+|(?<=[\u200C\u200D])[\u200C\u200D]+/gu

/** Something that takes up room by itself. */
const visibleCharacter = /[^\p{M}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a line shows what it contains, and nothing but itself. */
export function isPlainText(text: string): boolean {
  return !unseen.test(text) && !tooManyMarks.test(text) && isVisible(text)
}

/** Whether a text has something to see. */
function isVisible(text: string): boolean {
  return visibleCharacter.test(text)
}

/** Removes what `isPlainText` refuses, for texts from elsewhere. Empty if nothing is left to see. */
export function toPlainText(text: string): string {
  const plain = text.replace(allUnseen, '').replace(marksTooMany, '')
  return isVisible(plain) ? plain : ''
}
