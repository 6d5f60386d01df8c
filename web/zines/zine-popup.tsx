import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { useOpenZine } from './open-zine.ts'
import css from './zine-detail.module.css'
import { ZineDetail } from './zine-detail.tsx'

/** A zine over the page from which it was opened. Closing goes back to that page. */
export function ZinePopup({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { zine, isError, retry } = useOpenZine(id)
  const close = () => void navigate(-1)
  useTitle(zine?.title)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={zine ? <MemberText text={zine.title} language={zine.language} /> : t`Zine`}
      className={`${css.spread} ${css.popup}`}
      hideTitle
      bare
      // A page opened from the popup also links to the zine, but starts with its own focus.
      returnFocusTo={() => (location.pathname === pathname ? linkTo(id) : null)}
    >
      {zine && <ZineDetail zine={zine} titleAs="p" onDeleted={close} onNotNow={close} />}
      {zine === null && <Empty spot="empty" title={t`No zines found`} hint={t`This zine is no longer on the rack.`} />}
      {zine === undefined && isError && <LoadFailure title={t`Content unavailable`} onRetry={retry} />}
    </Dialog>
  )
}

/** Finds the link to focus on closing, even if Back reopened the popup and there is no opener. */
const linkTo = (id: string) => document.querySelector<HTMLElement>(`main a[href="/zine/${id}"]`)

function useTitle(title: string | undefined) {
  useEffect(() => {
    if (!title) return
    const before = document.title
    document.title = `${title} · Foldout`
    return () => {
      document.title = before
    }
  }, [title])
}
