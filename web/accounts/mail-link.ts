import { useEffect, useEffectEvent, useRef } from 'react'

/** What a mailed link carries behind its `#`, where no server sees it; what is missing is empty. */
export type MailLink = { token: string; type: string }

/**
 * Calls back once with the link that the page was opened with, undefined when it was opened without one, and again
 * when another link is pasted into the address bar.
 */
export function useMailLink(opened: (link: MailLink | undefined) => void) {
  const isOpened = useRef(false)
  const read = useEffectEvent(() => {
    const link = takeLink()
    if (!link && isOpened.current) return
    isOpened.current = true
    opened(link)
  })
  useEffect(() => {
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
}

/** Takes the secret out of the address, so that it is not shared, kept in the history or used by a reload. */
function takeLink(): MailLink | undefined {
  const { hash, pathname, search } = window.location
  const params = new URLSearchParams(hash.slice(1))
  const [token, type] = [params.get('token'), params.get('type')]
  if (token === null && type === null) return undefined
  window.history.replaceState(window.history.state, '', pathname + search)
  return { token: token ?? '', type: type ?? '' }
}
