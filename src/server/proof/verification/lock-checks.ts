import type { LockedChange } from '#domain/tournament/locked-change.ts'
import type { ReadBundle } from './bundle-format-1.ts'
import { describeBundled, describeEntry, type Evidence } from './evidence.ts'
import { type Finding, note, open, wrong } from './finding.ts'

const acts = { 'entry-removed': 'removed', 'entry-restored': 'restored', 'entry-merged': 'withdrawn for good' } as const

/**
 * The entries that do not count, and those that count again, with the changes after the lock: each sealed entry that does not
 * count is said, with who, when and why.
 */
export function checkLockedChanges(evidence: Evidence): Finding[] {
  const { lockedChanges } = evidence.bundle
  const changes = Map.groupBy(
    lockedChanges.filter(({ entry }) => entry !== null),
    ({ entry }) => entry?.id ?? 0,
  )
  return [
    ...findListProblems(evidence),
    ...[...changes.values()].flatMap(findHistoryProblems),
    ...findWithdrawnProblems(evidence, changes),
    ...findCountingProblems(evidence, changes),
    ...findDetailProblems(evidence),
  ]
}

type Changes = ReadonlyMap<number, readonly LockedChange[]>

function describeChange({ kind, at, by, entry }: LockedChange): string {
  const what = entry && kind !== 'details-changed' ? `${describeEntry(entry)} ${acts[kind]}` : 'details changed'
  return `The change at ${at} by ${by ?? 'nobody'} (${what})`
}

function findListProblems({ bundle, entries }: Evidence): Finding[] {
  const names = new Map(
    [...bundle.withdrawn, ...entries.map(({ name, parsed }) => ({ id: parsed.entry, name }))].map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const sealedAt = bundle.seal?.sealedAt ?? ''
  return bundle.lockedChanges.flatMap((change, index) => {
    const { kind, at, by, reason, entry, details } = change
    const about = describeChange(change)
    const findings: Finding[] = []
    if (at < sealedAt) findings.push(wrong(`${about} is from before the lock.`))
    if (at < (bundle.lockedChanges[index - 1]?.at ?? '')) findings.push(wrong(`${about} is out of order.`))
    if (by === null || by === '') findings.push(wrong(`${about} does not say who made it.`))
    const needsReason = kind === 'entry-removed' || kind === 'entry-merged'
    if (needsReason && (reason === null || reason === '')) findings.push(wrong(`${about} does not say why.`))
    if (!needsReason && reason !== null)
      findings.push(wrong(`${about} has a reason, which such a change does not have.`))
    if ((kind === 'details-changed') !== (details !== null))
      findings.push(wrong(`${about} does not say what was changed.`))
    if ((kind === 'details-changed') !== (entry === null))
      findings.push(wrong(`${about} does not say whose entry it is.`))
    if (entry && names.get(entry.id) !== entry.name)
      findings.push(wrong(`${about} is of ${entry.name}, and that entry is of ${names.get(entry.id) ?? 'nobody'}.`))
    return findings
  })
}

/** Each act fits the one before: only what counts is removed, only what was removed is restored, and a merge is final. */
function findHistoryProblems(changes: readonly LockedChange[]): Finding[] {
  let state: LockedChange['kind'] = 'entry-restored'
  return changes.flatMap((change) => {
    const needed = change.kind === 'entry-restored' ? 'entry-removed' : 'entry-restored'
    const fits = state === needed
    state = change.kind
    return fits ? [] : [wrong(`${describeChange(change)} does not fit the one before.`)]
  })
}

function findWithdrawnProblems({ bundle }: Evidence, changes: Changes): Finding[] {
  let previous = ''
  return bundle.withdrawn.flatMap((entry) => {
    const { id, at, leaf } = entry
    const isInOrder = at === null || at >= previous
    previous = at ?? previous
    const last = changes.get(id)?.at(-1)
    return [
      ...(isInOrder ? [] : [wrong(`${describeEntry(entry)} is out of order: withdrawn entries are listed by time.`)]),
      ...(leaf === null ? findUnsealedProblems(bundle, entry, last) : findSealedProblems(bundle, entry, last)),
    ]
  })
}

type WithdrawnEntry = ReadBundle['withdrawn'][number]

/** A withdrawn entry that is not under the seal was withdrawn before the lock, and not changed after it. */
function findUnsealedProblems({ seal }: ReadBundle, entry: WithdrawnEntry, last: LockedChange | undefined): Finding[] {
  const { at } = entry
  const about = describeEntry(entry)
  const findings: Finding[] = []
  if (last) findings.push(wrong(`${about} was changed after the lock, and was not in the pool then.`))
  if (seal && at !== null && at >= seal.sealedAt)
    findings.push(wrong(`${about} was withdrawn at ${at}, after the lock, and is not under the seal.`))
  return findings
}

/** A withdrawn entry under the seal was withdrawn after the lock, as its last change says. */
function findSealedProblems(
  { seal, format }: ReadBundle,
  entry: WithdrawnEntry,
  last: LockedChange | undefined,
): Finding[] {
  const { at, by, reason } = entry
  const about = describeEntry(entry)
  const findings: Finding[] = []
  if (at !== null && at < (seal?.sealedAt ?? ''))
    findings.push(wrong(`${about} is under the seal, and was withdrawn at ${at}, before it.`))
  const needsChange = seal?.format === 2
  if (needsChange && (last === undefined || last.kind === 'entry-restored'))
    findings.push(wrong(`${about} was sealed and does not count, and no change after the lock says why.`))
  if (last && last.kind !== 'entry-restored') findings.push(...findChangeProblems(entry, last))
  if (by === null)
    findings.push(wrong(`${about} was sealed and does not count, and the file does not say who withdrew it.`))
  if (reason === null) findings.push(wrong(`${about} was sealed and does not count, and the file does not say why.`))
  if (at === null)
    findings.push(
      format === 1
        ? open(
            `${about} was sealed and does not count. A file of format 1 does not say when that was decided: download it again.`,
          )
        : wrong(`${about} was sealed and does not count, and the file does not say when that was decided.`),
    )
  findings.push(
    note(
      `${about} was sealed and does not count: withdrawn by ${by ?? 'nobody'} at ${at ?? 'an unknown time'}, “${reason ?? 'no reason'}”.`,
    ),
  )
  return findings
}

/** The withdrawal of an entry has the time, organiser and reason of its last change after the lock. */
function findChangeProblems(entry: WithdrawnEntry, last: LockedChange): Finding[] {
  const { at, by, reason } = entry
  const about = describeEntry(entry)
  const findings: Finding[] = []
  if (last.at !== at)
    findings.push(wrong(`${about} was withdrawn at ${at}, and the change after the lock is from ${last.at}.`))
  if (last.by !== by)
    findings.push(wrong(`${about} was withdrawn by ${by}, and the change after the lock is by ${last.by}.`))
  if (last.reason !== reason)
    findings.push(
      wrong(`${about} was withdrawn because of “${reason}”, and the change after the lock says “${last.reason}”.`),
    )
  return findings
}

function findCountingProblems({ entries }: Evidence, changes: Changes): Finding[] {
  return entries.flatMap((entry) => {
    const own = changes.get(entry.parsed.entry) ?? []
    const last = own.at(-1)
    if (!last) return []
    const removed = own.at(-2)
    return last.kind === 'entry-restored'
      ? [
          note(
            `${describeBundled(entry)} was removed by ${removed?.by} at ${removed?.at}, “${removed?.reason}”, and restored by ${last.by} at ${last.at}.`,
          ),
        ]
      : [wrong(`${describeBundled(entry)} counts, although ${last.by} withdrew it at ${last.at}.`)]
  })
}

/** Each detail begins where the change before has left it; the name begins with that under the seal, and ends with that of now. */
function findDetailProblems({ bundle, head }: Evidence): Finding[] {
  const now = new Map<string, string>(head ? [['name', head.name]] : [])
  const findings: Finding[] = []
  for (const change of bundle.lockedChanges) {
    for (const { field, before, after } of change.details ?? []) {
      if ((now.get(field) ?? before) !== before)
        findings.push(wrong(`${describeChange(change)}: ${field} was “${now.get(field)}”, not “${before}”.`))
      if (before === after) findings.push(wrong(`${describeChange(change)}: ${field} stays “${after}”.`))
      now.set(field, after)
      findings.push(
        note(`Changed after the lock by ${change.by} at ${change.at}: ${field}, from “${before}” to “${after}”.`),
      )
    }
    if (change.details?.length === 0) findings.push(wrong(`${describeChange(change)} does not say what was changed.`))
  }
  const name = now.get('name') ?? bundle.tournament.name
  if (name !== bundle.tournament.name)
    findings.push(
      wrong(
        `The name of the tournament is “${bundle.tournament.name}”, and the seal and the changes after the lock give “${name}”.`,
      ),
    )
  return findings
}
