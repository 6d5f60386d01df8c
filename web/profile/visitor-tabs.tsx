import { ph } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { runBlockWrite, unblockWrite } from '#web/blocks/block-writes.tsx'
import { CreatorSeries } from '#web/series/creator-series.tsx'
import { shelvesQuery } from '#web/shelves/shelf-calls.ts'
import { formatShelfCount, ShelfRack } from '#web/shelves/shelf-rack.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import heading from '#web/ui/section.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { CreatorZines } from './creator-zines.tsx'
import { readVisitorTab, writeProfileTab } from './profile-address.ts'
import css from './profile-page.module.css'

type VisitorProps = { user: UserProfile; isBlocked: boolean }

export function VisitorTabs({ user, isBlocked }: VisitorProps) {
  const [search] = useSearchParams()
  if (isBlocked || !user.hasShelves) return <VisitorZines user={user} isBlocked={isBlocked} />
  const tab = readVisitorTab(search)
  return (
    <>
      <VisitorTabLinks userId={user.id} tab={tab} />
      {tab === 'zines' ? <VisitorZines user={user} isBlocked={isBlocked} isTab /> : <VisitorShelves user={user} />}
    </>
  )
}

function VisitorShelves({ user }: { user: UserProfile }) {
  const { t, i18n } = useLingui()
  const { data, isError, refetch } = useQuery(shelvesQuery(user.id))
  // The owner's response includes private shelves, even when the owner previews the visitors' view.
  const publicShelves = data?.shelves.filter(({ visibility }) => visibility === 'public')
  return (
    <section className={css.rack} role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, 'shelves')}>
      <div className={heading.section}>
        <h2>
          <Trans>
            <bdi {...nameLanguageOf(user.username)}>{ph({ username: user.username })}</bdi>'s Shelves
          </Trans>
        </h2>
        {publicShelves && <p className="meta">{formatShelfCount(i18n, publicShelves.length)}</p>}
      </div>
      {publicShelves && <ShelfRack shelves={publicShelves} />}
      {!publicShelves && isError && (
        <LoadFailure title={t`The shelves could not be loaded`} onRetry={() => void refetch()} />
      )}
      {!publicShelves && !isError && <SkeletonCards what="shelves" />}
    </section>
  )
}

const panelId = 'shown'

function VisitorTabLinks({ userId, tab }: { userId: string; tab: 'zines' | 'shelves' }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const onPreload = () => void queries.prefetchQuery(shelvesQuery(userId))
  const tabs = [
    { name: 'zines', label: t`Zines`, to: writeProfileTab(pathname, 'zines') },
    { name: 'shelves', label: t`Shelves`, to: writeProfileTab(pathname, 'shelves'), onPreload },
  ]
  return <TabLinks label={t`Profile`} panelId={panelId} tabs={tabs} open={tab} />
}

const VisitorZines = ({ user, isBlocked, isTab }: VisitorProps & { isTab?: boolean }) => (
  <section
    className={isTab ? css.rack : `${css.rack} ${css.visited}`}
    aria-labelledby="zines"
    {...(isTab && { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(panelId, 'zines') })}
  >
    <div className={heading.section}>
      <h2 id="zines">
        <Trans>
          <bdi {...nameLanguageOf(user.username)}>{ph({ username: user.username })}</bdi>'s Zines
        </Trans>
      </h2>
      {user.zineCount > 0 && (
        <p className="meta">
          <Plural value={{ count: user.zineCount }} one="# zine" other="# zines" />
        </p>
      )}
    </div>
    {isBlocked ? (
      <BlockedZines user={user} />
    ) : (
      <>
        <CreatorSeries userId={user.id} />
        <CreatorZines user={user} isOwner={false} />
      </>
    )}
  </section>
)

function BlockedZines({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const viewer = useViewer()
  return (
    <Empty
      spot="empty"
      title={t`You blocked ${ph({ username: user.username })}`}
      hint={t`You don’t see each other’s zines.`}
    >
      {viewer && (
        <Button
          look="second"
          onClick={() => runBlockWrite(queries, unblockWrite(viewer.id, user))}
        >{t`Unblock`}</Button>
      )}
    </Empty>
  )
}
