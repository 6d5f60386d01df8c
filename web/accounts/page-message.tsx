import type { CSSProperties, ReactNode } from 'react'
import empty from '#web/ui/states/empty.module.css'
import css from './page-message.module.css'

export type PageMessageProps = {
  title: string
  message: string
  /** What the message means for the person. */
  hint?: ReactNode
  /** The pigeon stands for mail that has arrived. */
  pigeon?: boolean
  /** What can be done. */
  children?: ReactNode
}

/** The one message of a page, read out when it changes. */
export const PageMessage = ({ title, message, hint, pigeon, children }: PageMessageProps) => (
  <div>
    <div className={css.message} role="status">
      {pigeon && (
        <div
          className={empty.spot}
          style={{ '--art': 'var(--spot-post)' } as CSSProperties}
          aria-hidden="true"
        />
      )}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{message}</p>
      {hint && <p>{hint}</p>}
    </div>
    {children && <div className={css.todo}>{children}</div>}
  </div>
)

/**
 * Stands there until a script has read the link. Where none does, that is said instead: the secret of a link is behind
 * its `#`, so that no server sees it.
 */
export const OpeningLink = ({ title }: { title: string }) => (
  <div>
    <div className={css.opening}>
      <PageMessage pigeon title={title} message="One moment." />
    </div>
    <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
  </div>
)

const NeedsScripts = () => (
  <PageMessage
    title="This link needs scripts"
    message="Nothing has been opened or done. Let this site run scripts in your browser, then follow the link in the mail once more."
  />
)
