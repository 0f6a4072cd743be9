import { BoardNumber } from './board-number.tsx'

type Props = { children: string; className?: string | undefined }

/** A score to par. Under par is bold, over par regular: colours are reserved for the scorecard. */
export function BoardToPar({ children, className = '' }: Props) {
  return (
    <span className={`to-par ${className}`} data-under={/^-\d/.test(children) ? '' : undefined}>
      <BoardNumber>{children}</BoardNumber>
    </span>
  )
}
