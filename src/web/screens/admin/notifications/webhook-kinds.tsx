import { type PoolEventKind, poolEventKinds } from '#domain/notifications/pool-events.ts'
import { kindNames } from './webhook-texts.ts'

type Props = { kinds: readonly PoolEventKind[]; onToggle: (kind: PoolEventKind) => void }

/** A checkbox for each kind of post. */
export function WebhookKinds({ kinds, onToggle }: Props) {
  return (
    <fieldset>
      <legend className="visually-hidden">Posts</legend>
      {poolEventKinds.map((kind) => (
        <label key={kind} className="choice">
          <input type="checkbox" checked={kinds.includes(kind)} onChange={() => onToggle(kind)} />
          {kindNames[kind]}
        </label>
      ))}
    </fieldset>
  )
}
