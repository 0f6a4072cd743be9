import styles from './out-mark.module.css'
import type { OutWords } from './out-words.ts'

type Props = {
  out: OutWords
  /** The reason stands beside it in words already. */
  isToldBeside?: boolean
}

/** Stands after the name of a golfer who is out: letters in a box, and the reason for a screen reader. */
export function OutMark({ out, isToldBeside = false }: Props) {
  return (
    <>
      {' '}
      <span className={styles['mark']} aria-hidden="true">
        {out.code}
      </span>
      {!isToldBeside && <span className="visually-hidden"> ({out.note})</span>}
    </>
  )
}
