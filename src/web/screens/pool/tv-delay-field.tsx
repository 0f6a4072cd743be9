import { useApi } from '#web/api/use-api.ts'
import { checkSubscription } from '#web/notifications/subscription.ts'
import { tvDelayKey, tvDelays, useTvDelay } from '#web/replay/tv-delay.ts'
import { SelectField } from '#web/ui/field.tsx'
import { writeStored } from '#web/ui/stored-choice.ts'

const choices = tvDelays.map((delay) => [delay, delay === 0 ? 'at once' : `${delay} s later`] as const)

/** Holds scores back in this browser, until television has shown them. */
export function TvDelayField() {
  const client = useApi()
  const delay = useTvDelay()
  function choose(seconds: string): void {
    writeStored(tvDelayKey, seconds)
    // Browsers tell only the other tabs.
    window.dispatchEvent(new Event('storage'))
    // If the server cannot be reached, it learns the delay at the next start.
    checkSubscription(client).catch(() => undefined)
  }
  const help =
    'Scores, chances and notifications on this device wait that long. Emails, chats, scorecards and replays do not.'
  return <SelectField label="Show scores" help={help} options={choices} value={delay} onChange={choose} />
}
