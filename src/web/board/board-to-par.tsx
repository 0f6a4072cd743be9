import { BoardNumber } from './board-number.tsx'

type Props = { children: string; className?: string | undefined }

/** A score to par: under par is heavy, over par regular (looks: weight, not colour). */
export function BoardToPar({ children, className = '' }: Props) {
  return (
    <span className={`to-par ${className}`} data-under={/^-\d/.test(children) ? '' : undefined}>
      <BoardNumber>{children}</BoardNumber>
    </span>
  )
}
