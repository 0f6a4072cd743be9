import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { setSectionOpen } from '#web/screens/admin/common/open-sections.ts'
import type { TournamentActions } from '#web/screens/admin/tournaments/tournament-row.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { decideNextStep, type NextStep, type SectionTitle } from './next-step.ts'
import { useSituation } from './use-situation.ts'

type Props = { tournaments: readonly TournamentSummary[]; actions: TournamentActions }

/** The one thing to do next, above everything else. */
export function NextStepPanel({ tournaments, actions }: Props) {
  const situation = useSituation(tournaments)
  const step = situation && decideNextStep(situation)
  return (
    <section className={`stack ruled ${styles.next}`} aria-labelledby={step && 'next-step'}>
      {step === undefined ? (
        <LoadingPanel />
      ) : (
        <>
          <div className="stack-tight">
            <h2 id="next-step">{step.title}</h2>
            <p>{step.text}</p>
          </div>
          <div>
            <StepButton step={step} actions={actions} />
          </div>
        </>
      )}
    </section>
  )
}

function StepButton({ step: { action, button }, actions }: { step: NextStep; actions: TournamentActions }): ReactNode {
  if (action.kind === 'link') {
    return (
      <Link className="button" to={action.to}>
        {button}
      </Link>
    )
  }
  if (action.kind === 'section') {
    return (
      <button type="button" className="button" onClick={() => showSection(action.title)}>
        {button}
      </button>
    )
  }
  return (
    <ActionButton className="button" onPress={() => actions[action.kind](action.tournament)}>
      {button}
    </ActionButton>
  )
}

/** Opens a section, and goes to its title. */
function showSection(title: SectionTitle): void {
  setSectionOpen(title, true)
  const heading = document.querySelector<HTMLElement>(`[data-section="${title}"]`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
