import { useState } from 'react'
import { BusyButton } from './busy-button.tsx'
import { saveFile } from './save-file.ts'

type Props = { label: string; fileName: string; load: () => Promise<Blob>; className?: string }

/** Downloads a file from the API. A plain link would lack the access token. */
export function DownloadButton({ label, fileName, load, className = 'button-secondary' }: Props) {
  const [status, setStatus] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function download(): Promise<void> {
    setStatus('busy')
    try {
      saveFile(await load(), fileName)
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <>
      <BusyButton className={className} isBusy={status === 'busy'} onPress={download}>
        {label}
      </BusyButton>
      <span role="status" className={status === 'failed' ? 'field-error' : 'visually-hidden'}>
        {status === 'failed' && 'Couldn’t download the file. Try again in a moment.'}
        {status === 'busy' && 'Downloading'}
      </span>
    </>
  )
}
