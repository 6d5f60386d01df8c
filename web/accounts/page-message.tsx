import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import empty from '#web/ui/states/empty.module.css'
import css from './page-message.module.css'

export type PageMessageProps = {
  title: string
  message: ReactNode
  hint?: ReactNode
  pigeon?: boolean
  children?: ReactNode
}

export const PageMessage = ({ title, message, hint, pigeon, children }: PageMessageProps) => (
  <div>
    <div className={css.message} role="status">
      {pigeon && (
        <div className={empty.spot} style={{ '--art': 'var(--spot-post)' } as CSSProperties} aria-hidden="true" />
      )}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{message}</p>
      {hint && <p>{hint}</p>}
    </div>
    {children && <div className={css.actions}>{children}</div>}
  </div>
)

/** Shown until a script has read the link, because only scripts can read the fragment. */
export const OpeningLink = ({ title }: { title: string }) => {
  const { t } = useLingui()
  return (
    <div>
      <div className={css.opening}>
        <PageMessage pigeon title={title} message={t`One moment.`} />
      </div>
      <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
    </div>
  )
}

const NeedsScripts = () => {
  const { t } = useLingui()
  return (
    <PageMessage
      title={t`This link needs JavaScript`}
      message={t`Nothing has happened yet. Turn on JavaScript for this site, then open the link in the email again.`}
    />
  )
}

/** Moves focus to the new heading when another view removes the focused element. */
export function useFocusOnTitle(view: string) {
  const main = useRef<HTMLElement>(null)
  const focusedView = useRef(view)
  useEffect(() => {
    if (focusedView.current === view) return
    focusedView.current = view
    if (document.activeElement === document.body) main.current?.querySelector('h1')?.focus()
  }, [view])
  return main
}

/** The fragment of a mailed link, which browsers do not send to servers. Missing fields are empty. */
export type MailLink = { token: string; type: string }

/** Calls `onOpen` with the link that opened the page, and again when the member pastes another. */
export function useMailLink(onOpen: (link: MailLink | undefined) => void) {
  const hasOpened = useRef(false)
  const read = useEffectEvent(() => {
    const link = consumeLink()
    if (!link && hasOpened.current) return
    hasOpened.current = true
    onOpen(link)
  })
  useEffect(() => {
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
}

/** Reads the link and removes it from the address, so that its secret does not leak through sharing or the history. */
function consumeLink(): MailLink | undefined {
  const { hash, pathname, search } = window.location
  const params = new URLSearchParams(hash.slice(1))
  const [token, type] = [params.get('token'), params.get('type')]
  if (token === null && type === null) return undefined
  window.history.replaceState(window.history.state, '', pathname + search)
  return { token: token ?? '', type: type ?? '' }
}
