import type { Announcement } from '#contract/announcement-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { toStartText } from '#web/time/time-text.ts'

/** What is known of the pool. Undefined: not known yet, or does not matter now. */
export type Situation = {
  /** The active tournament. */
  readonly active: TournamentSummary | undefined
  /** There is no tournament yet. */
  readonly isFirst: boolean
  /** The last one that was played. */
  readonly latest: TournamentSummary | undefined
  readonly announced: Announcement | null
  readonly hasStarted: boolean
  /** Whether a link can take players to the entry form. False: nobody can make one, or none is needed. */
  readonly needsLink: boolean | undefined
  /** How many people a reminder would reach, by email or device. */
  readonly unreminded: number | undefined
  readonly isEventOver: boolean | undefined
  /** What has been received of the fees of the one that is or was being played; undefined if nothing is due. */
  readonly received: string | undefined
  /** How many people have not got the results and would, by email or device. */
  readonly withoutResults: number | undefined
  /** What is not decided about the ties of the last one, in a sentence; empty if everything is. */
  readonly openTie: string | undefined
  readonly now: Date
}

/** The sections that a step opens. */
export type SectionTitle = 'Invitations' | 'Not entered yet' | 'Next event'

type Action =
  | { readonly kind: 'link'; readonly to: string }
  | { readonly kind: 'section'; readonly title: SectionTitle }
  | { readonly kind: 'end' | 'sendResults' | 'entrants'; readonly tournament: TournamentSummary }

/** One thing that an organiser does next. */
export type NextStep = {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly action: Action
}

/** For how long after its start a tournament that has ended asks for something. */
const newsMs = 14 * 24 * 60 * 60_000

/** The one thing to do next, by the state of the tournament. */
export function decideNextStep(situation: Situation): NextStep {
  const { active } = situation
  if (active === undefined) return afterTheEnd(situation)
  return situation.hasStarted ? duringPlay(active, situation) : beforeTheStart(active, situation)
}

function beforeTheStart(active: TournamentSummary, { needsLink, unreminded = 0 }: Situation): NextStep {
  const { name } = active
  const until = `Picks close at the start: ${toStartText(active.start)}.`
  if (needsLink) {
    return {
      title: `Invite people to ${name}`,
      text: `${until} A link takes people to the entry form.`,
      button: 'Make a link',
      action: { kind: 'section', title: 'Invitations' },
    }
  }
  if (unreminded > 0) {
    return {
      title: `Remind people of ${name}`,
      text: `${until} ${formatCount(unreminded, 'person has', 'people have')} not entered.`,
      button: 'Show who has not entered',
      action: { kind: 'section', title: 'Not entered yet' },
    }
  }
  return {
    title: `Invite people to ${name}`,
    text: `${until} Until then, more people can enter.`,
    button: 'Share the link',
    action: { kind: 'section', title: 'Invitations' },
  }
}

function duringPlay(active: TournamentSummary, { isEventOver, received }: Situation): NextStep {
  const { id, name } = active
  if (isEventOver) {
    return {
      title: `End ${name}`,
      text: 'The event is over. The places become final when you end the tournament.',
      button: 'Check the final places',
      action: { kind: 'end', tournament: active },
    }
  }
  if (received !== undefined) return collectFees(active, received)
  return {
    title: `Watch ${name}`,
    text: 'It is being played, and its picks are locked. End it here when the event is over.',
    button: 'Open the board',
    action: { kind: 'link', to: `/pool/${id}` },
  }
}

function afterTheEnd(situation: Situation): NextStep {
  const { latest, withoutResults = 0, openTie = '', received } = situation
  if (latest !== undefined && isNews(latest, situation.now)) {
    const { name } = latest
    if (withoutResults > 0) {
      return {
        title: `Send the results of ${name}`,
        text: `${formatCount(withoutResults, 'person has', 'people have')} not got them.`,
        button: 'Read the message',
        action: { kind: 'sendResults', tournament: latest },
      }
    }
    if (openTie !== '') {
      return {
        title: `Decide the tie in ${name}`,
        text: openTie,
        button: 'Open the places',
        action: { kind: 'end', tournament: latest },
      }
    }
    if (received !== undefined) return collectFees(latest, received)
  }
  return beforeTheNext(situation)
}

function collectFees(tournament: TournamentSummary, received: string): NextStep {
  return {
    title: `Collect the fees of ${tournament.name}`,
    text: `${received}.`,
    button: 'Mark who has paid',
    action: { kind: 'entrants', tournament },
  }
}

function beforeTheNext({ announced, isFirst }: Situation): NextStep {
  const create = { button: 'Set up the tournament', action: { kind: 'link', to: '/tournament/new' } } as const
  if (announced === null) {
    const title = isFirst ? 'Set up your first tournament' : 'Set up the next tournament'
    return { title, text: 'Choose the event, and sort its golfers into four tiers. Then people can enter.', ...create }
  }
  const { name } = announced.event
  if (announced.fieldOutAt !== null)
    return { title: `Set up ${name}`, text: 'Its field is out, so its golfers can be sorted into tiers.', ...create }
  return {
    title: `Tell people about ${name}`,
    text: 'It is announced, and its field is not out yet. You are told when it is.',
    button: 'Show the message',
    action: { kind: 'section', title: 'Next event' },
  }
}

/** Whether a tournament that has ended can still ask for something. */
export function isNews({ start }: Pick<TournamentSummary, 'start'>, now: Date): boolean {
  return now.getTime() - Date.parse(start) < newsMs
}
