import { entryNumbers, picksPerEntryRecord } from '#domain/tournament/tournament.ts'
import { SaveBar, type SaveBarProps } from '#web/forms/save-bar.tsx'
import styles from './entry-save-bar.module.css'
import { countAnswers, countPicks, type EntryValues, pickIndexesOf } from './form-state/entry-values.ts'

type Props = Omit<SaveBarProps, 'progress' | 'pips'> & { values: EntryValues }

export function EntrySaveBar({ values, ...bar }: Props) {
  const { picks, answers } = values
  const pips = [
    ...entryNumbers.map((entryNumber) => pickIndexesOf(entryNumber).map((pickIndex) => picks[pickIndex] !== null)),
    answers.map((answer) => answer.trim() !== ''),
  ]
  const progress = `${countPicks(values)} of ${picksPerEntryRecord} picked, ${countAnswers(values)} of ${answers.length} answered`
  return <SaveBar {...bar} pips={<ProgressPips groups={pips} />} progress={progress} />
}

/** A mark for each field, in groups. Decorative: the text beside it says the same. */
function ProgressPips({ groups }: { groups: readonly (readonly boolean[])[] }) {
  return (
    <span className={styles.pips} aria-hidden="true">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups and marks are identified by their index.
        <span key={index} className={styles.group}>
          {group.map((isFilled, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <i key={index} data-filled={isFilled || undefined} />
          ))}
        </span>
      ))}
    </span>
  )
}
