import { entryNumbers, picksPerEntryRecord } from '#domain/tournament.ts'
import { SaveBar, type SaveBarProps } from '#web/forms/save-bar.tsx'
import { pickIndexesOf } from './form-state/entry-fields.ts'
import { countAnswers, countPicks, type EntryValues } from './form-state/entry-values.ts'
import { ProgressPips } from './picks/progress-pips.tsx'

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
