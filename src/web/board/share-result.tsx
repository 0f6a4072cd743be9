import { useState } from 'react'
import { type Podium, toPodiumHeadline } from '#domain/standings/podium.ts'
import { pageSettings } from '../page/page-settings.ts'
import { saveFile } from '../ui/save-file.ts'
import styles from './podium-panel.module.css'

type Props = { tournament: string; podium: Podium }

/** Shares a picture of the result with other apps, or downloads it if the browser cannot share files. */
export function ShareResult({ tournament, podium }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function share(): Promise<void> {
    setState('busy')
    try {
      const { drawResult } = await import('./result-picture.ts')
      const picture = await drawResult({ ...pageSettings, tournament, podium })
      await passOn(new File([picture], 'result.png', { type: picture.type }), toPodiumHeadline(podium, true))
      setState('idle')
    } catch (error) {
      // Closing the system's dialog is not a failure.
      setState(error instanceof DOMException && error.name === 'AbortError' ? 'idle' : 'failed')
    }
  }

  return (
    <p className={`no-print ${styles.share}`}>
      <button type="button" className="button-secondary" disabled={state === 'busy'} onClick={share}>
        Share the result
      </button>
      <span role="status">{state === 'failed' && 'Couldn’t load the image. Try again in a moment.'}</span>
    </p>
  )
}

async function passOn(file: File, title: string): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title })
  else saveFile(file, file.name)
}
