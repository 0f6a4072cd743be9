import { pageSettings } from './page-settings.ts'
import styles from './pool-mark.module.css'

const maxShortName = 16

/** The pool's logo and name. A wordmark already contains the name. */
export function PoolMark() {
  const { name, logo } = pageSettings
  const text = (
    <span className={styles.name} data-long={name.length > maxShortName ? '' : undefined}>
      {name}
    </span>
  )
  if (logo === null) return text
  const { path, width, height, isWordmark } = logo
  return (
    <>
      <img className={styles.logo} src={path} width={width} height={height} alt={isWordmark ? name : ''} />
      {!isWordmark && text}
    </>
  )
}
