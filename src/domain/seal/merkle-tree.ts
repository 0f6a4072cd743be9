/** SHA-256 in lower-case hex, as every hash here. The domain has no library, so the caller brings one. */
export type Sha256 = (bytes: Uint8Array) => string

/** The levels of a Merkle tree as RFC 9162, 2.1 defines it: the leaves first, the root last. Without leaves, it has none. */
export type MerkleTree = readonly (readonly string[])[]

/** Shows that a leaf is in a tree. `path`: the hashes beside the way from the leaf to the root. */
export type InclusionProof = {
  readonly leaf: string
  /** The index of the leaf in the tree. */
  readonly position: number
  /** The number of leaves. */
  readonly size: number
  readonly path: readonly string[]
}

const nodesPerStep = 1000

/** Computes the tree in steps of about a millisecond, so that a server can do other work in between. */
export function* growTree(leaves: readonly string[], sha256: Sha256): Generator<undefined, MerkleTree> {
  const tree = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const above: string[] = []
    for (const [index, left] of level.entries()) {
      if (index % 2 === 1) continue
      const right = level[index + 1]
      above.push(right === undefined ? left : hashNode(left, right, sha256))
      if (above.length % nodesPerStep === 0) yield
    }
    tree.push(above)
    level = above
  }
  return tree
}

/** The root of the tree over these leaves. */
export function rootOf(leaves: readonly string[], sha256: Sha256): string {
  const growing = growTree(leaves, sha256)
  for (;;) {
    const { done, value } = growing.next()
    if (done) return value.at(-1)?.[0] ?? sha256(new Uint8Array())
  }
}

/** Undefined for a position outside the tree. */
export function proofOf(tree: MerkleTree, position: number): InclusionProof | undefined {
  const [leaves = []] = tree
  const leaf = leaves[position]
  if (leaf === undefined) return undefined
  // The last node of a level with an odd number of nodes has no sibling.
  const path = tree.flatMap((level, height) => level[Math.floor(position / 2 ** height) ^ 1] ?? [])
  return { leaf, position, size: leaves.length, path }
}

/** The root that a proof leads to; undefined if its numbers and path do not fit together. */
export function rootFromProof({ leaf, position, size, path }: InclusionProof, sha256: Sha256): string | undefined {
  const isInside = Number.isSafeInteger(size) && Number.isSafeInteger(position) && position >= 0 && position < size
  if (!isInside || ![leaf, ...path].every(isHash)) return undefined
  let root = leaf
  let used = 0
  for (
    let [index, last] = [position, size - 1];
    last > 0;
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  ) {
    if (index % 2 === 0 && index === last) continue
    const sibling = path[used++]
    if (sibling === undefined) return undefined
    root = index % 2 === 1 ? hashNode(sibling, root, sha256) : hashNode(root, sibling, sha256)
  }
  return used === path.length ? root : undefined
}

/** Whether a text is a SHA-256 in lower-case hex. */
function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

function hashNode(left: string, right: string, sha256: Sha256): string {
  const hex = left + right
  const bytes = new Uint8Array(1 + hex.length / 2)
  bytes[0] = 1
  for (let index = 1; index < bytes.length; index += 1)
    bytes[index] = digitAt(hex, index * 2 - 2) * 16 + digitAt(hex, index * 2 - 1)
  return sha256(bytes)
}

/** The value of a hexadecimal digit; faster than a conversion of its text. */
function digitAt(hex: string, index: number): number {
  const code = hex.charCodeAt(index)
  return (code & 15) + (code > 57 ? 9 : 0)
}
