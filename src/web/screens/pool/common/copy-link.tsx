import { useCopy } from '#web/ui/use-copy.ts'

/** Copies a URL. Shows it where the browser offers no clipboard, as on plain HTTP. */
export function CopyLink({ url, className }: { url: string; className?: string | undefined }) {
  const { state, copy } = useCopy(url)
  return (
    <>
      <button type="button" className="button-secondary" onClick={copy}>
        Copy link
      </button>
      <span role="status" className={className}>
        {state === 'copied' && 'Copied.'}
        {state === 'blocked' && <>Copy this address: {url}</>}
      </span>
    </>
  )
}
