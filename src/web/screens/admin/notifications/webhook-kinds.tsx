import { type PoolEventKind, poolEventKinds } from '#domain/notifications/pool-events.ts'
import { Choice } from '#web/ui/choice.tsx'
import { kindNames } from './webhook-texts.ts'

type Props = { kinds: readonly PoolEventKind[]; onToggle: (kind: PoolEventKind) => void }

/** A checkbox for each kind of post. */
export function WebhookKinds({ kinds, onToggle }: Props) {
  return (
    <fieldset>
      <legend className="visually-hidden">Posts</legend>
      {poolEventKinds.map((kind) => (
        <Choice key={kind} checked={kinds.includes(kind)} onChange={() => onToggle(kind)}>
          {kindNames[kind]}
        </Choice>
      ))}
    </fieldset>
  )
}
