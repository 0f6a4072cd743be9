import type { ApiClient } from './api-client.ts'
import { ApiProblem } from './api-problem.ts'

/** A file, such as a table or a calendar. A plain link would lack the access token. Throws an `ApiProblem`. */
export async function fetchFile(client: ApiClient, path: string): Promise<Blob> {
  const response = await client.request(path, { headers: { Accept: '*/*' } })
  return response.blob().catch((cause: unknown) => {
    throw new ApiProblem('offline', { cause })
  })
}

/** Lets the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Leaves time for browsers that ask where to save the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
