/** The body of a response, decompressed; if it has more than `maxBytes`, only its start, and the rest is not read. */
export async function readLimitedBody({ body }: Response, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks), isWhole: size <= maxBytes }
}
