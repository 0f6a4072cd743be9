import { useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'blocked'

/** Copies a text. It is `blocked` if the browser offers no clipboard, as on plain HTTP. */
export function useCopy(text: string): { state: CopyState; copy(): Promise<CopyState> } {
  const [state, setState] = useState<CopyState>('idle')
  async function copy(): Promise<CopyState> {
    const result = await write(text)
    setState(result)
    return result
  }
  return { state, copy }
}

async function write(text: string): Promise<CopyState> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'blocked'
  }
}
