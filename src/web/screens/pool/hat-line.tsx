import { placeHat, toHatText } from '#domain/standings/hat.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageButton } from '#web/ui/message-modal.tsx'
import styles from './pool-board.module.css'

const AboutHat = lazyNamed(() => import('./about-hat.tsx'), 'AboutHat')

/** Where the Hat would stand, above the table that it is not in (docs/rules.md, 4.12). */
export function HatLine({ standings }: { standings: Standings }) {
  const hat = placeHat(standings)
  if (hat === null) return null
  return (
    <p className={`small-print ${styles.hat}`}>
      {`${toHatText(hat)} `}
      <MessageButton title="The Hat" label="Its golfers">
        <AboutHat standings={standings} golfers={hat.golfers} />
      </MessageButton>
    </p>
  )
}
