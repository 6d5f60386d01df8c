import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import type { FullZine } from '#contract/zines.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useViewerWhileUnsaved } from '#web/accounts/viewer-while-unsaved.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead, usePagePath } from '#web/page-data/page-head.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import solo from '#web/ui/states/solo.module.css'
import { zineQuery } from '#web/zines/open-zine.ts'
import css from './edit/edit-zine.module.css'
import { EditZine } from './edit/edit-zine.tsx'

/** Nothing is editable before hydration, so the browser loads the zine. */
export const handle: PageHandle = {}

export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const viewer = useViewerWhileUnsaved()
  const read = useQuery({
    ...zineQuery(id),
    // An edit based on an outdated response would conflict.
    refetchOnMount: 'always',
    networkMode: 'always',
  })
  const [opened, setOpened] = useState<FullZine>()
  if (read.data && read.isFetchedAfterMount && opened?.id !== id) setOpened(read.data.zine)
  if (viewer === undefined) return <Loading />
  if (viewer === null) return <SignInFirst />
  if (read.data === null) return <NotFound what="zine" />
  if (opened?.id !== id) {
    if (!read.isError) return <Loading />
    return (
      <EditMain zineId={id}>
        <LoadFailure title={t`The zine could not be loaded`} onRetry={() => void read.refetch()} />
      </EditMain>
    )
  }
  if (opened.creatorId !== viewer.id) return <NotOwner zine={opened} />
  return (
    <EditMain zineId={id}>
      <h1>{t`Edit zine`}</h1>
      <EditZine key={`${viewer.id} ${id}`} zine={opened} userId={viewer.id} />
    </EditMain>
  )
}

const EditMain = ({ zineId, children }: { zineId: string; children: ReactNode }) => {
  const { t } = useLingui()
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <EditHead />
      <Link className={css.back} to={`/zine/${zineId}`}>
        <ArrowLeft className="ico" aria-hidden="true" />
        {t`Back to the zine`}
      </Link>
      {children}
    </main>
  )
}

const EditHead = () => {
  const { t } = useLingui()
  return (
    <PageHead title={t`Edit zine · Foldout`} description={t`Edit a zine you published.`} path={usePagePath()} hidden />
  )
}

const Loading = () => {
  const { t } = useLingui()
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <EditHead />
      <p className="meta" role="status">{t`Loading the zine`}</p>
    </main>
  )
}

const SignInFirst = () => {
  const { t } = useLingui()
  return (
    <MembersOnly title={t`Edit zine`} pageTitle={t`Edit zine · Foldout`} message={t`Sign in to edit your zines.`} />
  )
}

const NotOwner = ({ zine }: { zine: FullZine }) => {
  const { t } = useLingui()
  return (
    <main id="main" className={solo.solo}>
      <EditHead />
      <div>
        <h1>{t`Not your zine`}</h1>
        <p>{t`Only ${ph({ username: zine.creator.username })}, who made it, can edit this zine.`}</p>
        <Link className={buttonClass({})} to={`/zine/${zine.id}`}>{t`See the zine`}</Link>
      </div>
    </main>
  )
}
