import { useState } from 'react'
import styles from './what-if.module.css'

/** Copies the address of the scenario. Where that is not possible, as on plain http, it is shown. */
export function CopyScenario({ search }: { search: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'blocked'>('idle')
  const url = `${location.origin}${location.pathname}${search}`
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      setState('copied')
    } catch {
      setState('blocked')
    }
  }
  return (
    <>
      <button type="button" className="button-secondary" onClick={copy}>
        Copy link
      </button>
      <span role="status" className={styles.copied}>
        {state === 'copied' && 'Copied.'}
        {state === 'blocked' && <>Copy this address: {url}</>}
      </span>
    </>
  )
}
