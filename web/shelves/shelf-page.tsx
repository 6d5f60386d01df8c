import type { I18n } from '@lingui/core'
import { ph, plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { hidesCover } from '#contract/content-warning.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { ApiError, isNotFoundStatus } from '#web/api/call.ts'
import { useList } from '#web/api/queries.ts'
import { ShelfFairKit } from '#web/fair-kit/shelf-fair-kit.tsx'
import { NotFound } from '#web/not-found/not-found.tsx'
import { addressAfter, readCursor } from '#web/page-data/list-cursor.ts'
import { type PageHandle, usePageData } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { Announce } from '#web/ui/announce.tsx'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { FeedLink } from '#web/ui/controls/feed-link.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { Badge } from '#web/ui/marks/badge.tsx'
import rack from '#web/ui/rack.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useDrag } from '#web/ui/use-drag.ts'
import { coverOf } from '#web/zines/zine-media.ts'
import { itemsOf } from './item-order.ts'
import { type ShelfQuery, shelfAddress, shelfFeedAddress, shelfQuery } from './shelf-calls.ts'
import { ShelfLine } from './shelf-line.tsx'
import css from './shelf-page.module.css'
import { useShelfTitle, visibilityLabels } from './shelf-rack.tsx'
import { useArranging } from './use-arranging.ts'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search }) => [shelfQuery(params.id ?? '', readCursor(search))],
}

export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const query = shelfQuery(id, readCursor(search))
  const list = useList(query)
  const viewer = useViewer()
  const shelf = list.data?.pages[0]?.shelf
  const isAbsent = list.data ? !shelf : isNotFoundError(list.error)
  if (isAbsent) return <NotFound what="shelf" />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      {shelf ? (
        <>
          <ShelfHead shelf={shelf} items={list.data?.pages[0]?.items ?? []} />
          <ShelfTop shelf={shelf} isOwn={viewer?.id === shelf.ownerId} />
          <ShelfItems shelf={shelf} list={list} query={query} isOwn={viewer?.id === shelf.ownerId} />
        </>
      ) : (
        <>
          <title>{t`Shelf · Foldout`}</title>
          {list.isError ? (
            <LoadFailure title={t`The shelf could not be loaded`} onRetry={() => void list.refetch()} />
          ) : (
            <SkeletonCards loadingText={t`Loading the shelf`} />
          )}
        </>
      )}
    </main>
  )
}

const isNotFoundError = (error: unknown) => error instanceof ApiError && isNotFoundStatus(error.status)

function ShelfHead({ shelf, items }: { shelf: Shelf; items: ShelfItem[] }) {
  const { t, i18n } = useLingui()
  const { about, visibility, owner } = shelf
  const { title } = useShelfTitle(shelf)
  const path = shelfAddress(shelf.id)
  const pageTitle = t`${title} by ${ph({ username: owner.username })} · Foldout`
  if (visibility === 'private') {
    return (
      <>
        <title>{pageTitle}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  }
  return (
    <>
      <PageHead
        title={pageTitle}
        description={
          about.replace(/\s+/g, ' ').slice(0, 200) || t`A shelf of zines by ${ph({ username: owner.username })}.`
        }
        path={path}
        hidden={visibility !== 'public'}
        image={previewOf(items, i18n)}
      />
      {visibility === 'public' && <FeedInHead id={shelf.id} title={title} />}
    </>
  )
}

function FeedInHead({ id, title }: { id: string; title: string }) {
  const { publicUrl } = usePageData().site
  return <link rel="alternate" type="application/atom+xml" title={title} href={publicUrl + shelfFeedAddress(id)} />
}

function previewOf(items: ShelfItem[], i18n: I18n) {
  for (const { zine } of items) {
    const cover = zine && coverOf(zine)
    if (!cover || hidesCover(zine)) continue
    const still = cover.kind === 'video' ? cover.posterUrl : cover.url
    if (!still) continue
    return {
      path: still,
      ...(cover.kind === 'image' && { width: cover.width ?? undefined, height: cover.height ?? undefined }),
      alt: cover.altText || t(i18n)`Cover of ${ph({ title: zine.title })}`,
    }
  }
}

type ShelfPageData = Awaited<ReturnType<ShelfQuery['queryFn']>>

type ShelfItemsProps = {
  shelf: Shelf
  list: ReturnType<typeof useList<ShelfPageData>>
  query: ShelfQuery
  isOwn: boolean
}

function ShelfItems({ shelf, list, query, isOwn }: ShelfItemsProps) {
  const { t } = useLingui()
  const items = itemsOf(list.data?.pages ?? [])
  const rows = useRef<HTMLOListElement>(null)
  const { announcement, ...arranging } = useArranging({ shelf, query, items, rows })
  const drag = useDrag(rows, arranging.move)
  useFocusOnMore(rows, items.length)
  if (items.length === 0 && !list.hasNextPage) return <EmptyShelf isOwn={isOwn} />
  return (
    <>
      <h2 className="sr">{t`On this shelf`}</h2>
      <ol className={rack.grid} ref={rows}>
        {items.map((item, index) => (
          <ShelfLine
            key={item.id}
            shelf={shelf}
            item={item}
            index={index}
            isOwn={isOwn}
            arranging={arranging}
            drag={drag}
            rows={rows}
            isLast={index === items.length - 1 && !list.hasNextPage}
          />
        ))}
      </ol>
      <ListEnd
        list={list}
        soFar={t`${plural({ count: items.length }, { one: '# zine so far', other: '# zines so far' })}`}
        restAt={(cursor) => addressAfter(shelfAddress(shelf.id), cursor)}
      />
      <Announce>{announcement}</Announce>
    </>
  )
}

const EmptyShelf = ({ isOwn }: { isOwn: boolean }) => {
  const { t } = useLingui()
  return isOwn ? (
    <Empty
      spot="desk"
      title={t`No zines yet`}
      hint={t`Open a zine and choose Put on a shelf in its menu. You decide the order.`}
    >
      <Link className={buttonClass({})} to="/">{t`Find zines`}</Link>
    </Empty>
  ) : (
    <Empty spot="empty" title={t`No zines yet`} hint={t`Its owner has not added any zines yet.`} />
  )
}

const ShelfMenu = lazy(async () => ({ default: (await import('./shelf-menu.tsx')).ShelfMenu }))

function ShelfTop({ shelf, isOwn }: { shelf: Shelf; isOwn: boolean }) {
  const { t } = useLingui()
  const { id, about, owner, visibility, isToRead } = shelf
  const { title, language: titleLanguage } = useShelfTitle(shelf)
  const isListed = isOwn || visibility === 'public'
  const language = useTextLanguage(title, titleLanguage)
  const aboutLanguage = useTextLanguage(about)
  const label = visibilityLabels[visibility]
  const [hasFairKit, setFairKit] = useState(false)
  return (
    <header className={css.top}>
      <div className={css.head}>
        <h1 {...language}>{title}</h1>
        {isOwn && !isToRead && (
          <div className={css.menu}>
            <BrowserOnly>
              <ShelfMenu shelf={shelf} onFairKit={() => setFairKit(true)} />
              {hasFairKit && <ShelfFairKit shelf={shelf} onClose={() => setFairKit(false)} />}
            </BrowserOnly>
          </div>
        )}
      </div>
      <p className={css.by}>
        <Avatar username={owner.username} imageUrl={owner.profileImageUrl} />
        <span>
          <Trans>
            A shelf of{' '}
            <Link to={`/profile/${owner.id}${isListed ? '?tab=shelves' : ''}`} {...nameLanguageOf(owner.username)}>
              {ph({ username: owner.username })}
            </Link>
          </Trans>
        </span>
        {label && <Badge>{t(label)}</Badge>}
        {visibility === 'public' && <FeedLink href={shelfFeedAddress(id)}>{t`Feed of this shelf`}</FeedLink>}
      </p>
      {about && (
        <p className={css.about} {...aboutLanguage}>
          {about}
        </p>
      )}
    </header>
  )
}
