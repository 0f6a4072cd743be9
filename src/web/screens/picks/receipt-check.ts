import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { api } from '#contract/paths.ts'
import type { EntryProof, ReceiptKey } from '#contract/seal-contract.ts'
import { rootFromProof } from '#domain/seal/merkle-tree.ts'
import { readReceipt } from '#domain/seal/receipt.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { toLockText } from '#web/time/time-text.ts'
import { checkSignature, type SignatureCheck } from './receipt-signature.ts'

/** The verdict on a receipt, and the steps that led to it. */
export type ReceiptCheck = { readonly isProven: boolean; readonly verdict: string; readonly steps: readonly string[] }

/** The largest receipt, in bytes or characters. An email with one has a few kilobytes. */
const maxSize = 1_000_000

const hash = (bytes: Uint8Array) => bytesToHex(sha256(bytes))

/**
 * Compares a receipt with what was locked, and says who made it. `origin` is the origin of this pool. Everything but the
 * proof and the keys is computed in the browser.
 */
export async function checkReceipt(
  given: string | File,
  tournament: TournamentWithEntries,
  { client, origin }: { client: Pick<ApiClient, 'get'>; origin: string },
): Promise<ReceiptCheck> {
  const steps: string[] = []
  const end = (verdict: string, isProven = false) => ({ isProven, verdict, steps })
  const isText = typeof given === 'string'
  if ((isText ? given.length : given.size) > maxSize) return end('This is too large to be a receipt.')
  const receipt = readReceipt(decodeMail(isText ? given : await given.text()), hash)
  if (typeof receipt === 'string') return end(receipt)
  const { pool, content } = receipt
  if (pool !== origin) return end(`This receipt is from another pool: ${pool}.`)
  if (receipt.tournament !== tournament.id)
    return end('This receipt is for another tournament: check it from the board of that one.')
  const names = new Map(tournament.players.map(({ espnId, name }) => [espnId, name]))
  const golfers = content.picks.map((espnId) => names.get(espnId) ?? espnId)
  steps.push(`The receipt is whole. Version ${content.version}: ${golfers.join(', ')}; ${content.answers.join(', ')}.`)
  const { keys } = await client.get<{ keys: ReceiptKey[] }>(api.receiptKeys())
  const signature = checkSignature(receipt.signature, keys)
  if (signature.kind === 'invalid' || signature.kind === 'unknown-key') return end(signatureTexts[signature.kind])
  steps.push(toSignatureStep(signature))
  const leaf = leafOf(content, hash)
  steps.push(`Its SHA-256, computed on this device, is “${toSealWords(leaf)}” (${leaf}).`)
  const proof = await client.get<EntryProof>(api.tournamentProof(tournament.id, content.entry)).catch((error) => {
    if (codeOf(error) === 'not-found') return undefined
    throw error
  })
  if (proof === undefined) return end('This entry is not under the seal: it was withdrawn before the start.')
  if (proof.leaf !== leaf) {
    const locked = tournament.entries.find(({ id }) => id === content.entry)?.version ?? content.version
    return end(toMismatchText(content.version, locked, signature))
  }
  // In format 2, the first leaf is no entry.
  const number = proof.seal.format === 1 ? proof.position + 1 : proof.position
  steps.push(`The pool has locked the same as entry ${number} of ${proof.seal.size}.`)
  const root = rootFromProof(proof, hash)
  if (root === undefined || root !== tournament.seal?.root)
    return end('The pool’s proof does not lead to its seal. Ask the organiser for an explanation.')
  steps.push(`From there, ${proof.path.length} hashes lead to the seal of the pool: “${toSealWords(root)}” (${root}).`)
  return end('This receipt is what was locked.', true)
}

const signatureTexts = {
  invalid:
    'This receipt was changed after it was made, or somebody else made it: its signature is not that of this pool.',
  'unknown-key': 'This pool has not made this receipt: it is signed with a key that is none of the pool’s.',
} as const

function toSignatureStep(signature: SignatureCheck): string {
  if (signature.kind === 'valid')
    return `This pool has signed it, with its key of ${toLockText(signature.key.madeAt)} (${signature.key.x}).`
  if (signature.kind === 'revoked')
    return 'It is signed with a key of this pool that was revoked: somebody else may have had it, so this does not show who made the receipt.'
  return 'It has no signature, as receipts of earlier versions: this does not show who made it.'
}

/** The verdict on a receipt that differs from what was locked. With a valid signature, the pool has made it. */
function toMismatchText(version: number, locked: number, { kind }: SignatureCheck): string {
  const isSigned = kind === 'valid'
  const shows = isSigned
    ? 'The pool’s signature shows that it was saved: keep it, show it, and ask the organiser for an explanation.'
    : 'Without a valid signature, it does not show that the pool made it.'
  if (version < locked)
    return `This receipt is of version ${version}, but version ${locked} was locked. Check the receipt of that one.`
  if (version > locked)
    return `This receipt is of version ${version}, but the earlier version ${locked} was locked. ${shows}`
  return `This receipt is not what was locked, although both are the same version. ${shows}`
}

const base64Part = /^content-transfer-encoding: base64\r?\n(?:.+\r?\n)*\r?\n((?:[a-z\d+/]{4}\s*)+)/gim

/** The text of an email’s source, whose lines are broken and whose characters are escaped. */
function decodeMail(source: string): string {
  const text = source.replace(base64Part, (_, body) => decodeBytes(atob(body), (char) => char.charCodeAt(0)))
  if (!/^content-transfer-encoding: quoted-printable/im.test(text)) return text
  return text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, (escaped) =>
      decodeBytes(escaped.slice(1).split('='), (hex) => Number.parseInt(hex, 16)),
    )
}

function decodeBytes(parts: Iterable<string>, toByte: (part: string) => number): string {
  return new TextDecoder().decode(Uint8Array.from(parts, toByte))
}
