import type { BoardSpeech } from './board-speech.tsx'
import styles from './listen.module.css'

/** The board in sentences, for those who cannot see it. The answer also stands below the questions. */
export function Listen({ questions, text }: Pick<BoardSpeech, 'questions' | 'text'>) {
  return (
    <div className="stack">
      <p>For those who cannot see the board: it says in sentences who leads, where you are and what has changed.</p>
      <div className="buttons">
        {questions.map(({ key, name, ask }) => (
          <button type="button" className="button-secondary" key={key} aria-keyshortcuts={key} onClick={ask}>
            {name}
          </button>
        ))}
      </div>
      <p role="status">{text}</p>
      <p className={`soft ${styles.keys}`}>
        On the board, press M for my entries, L for the leaders, W for what has changed.
      </p>
    </div>
  )
}
