import type { I18n } from '@lingui/core'
import { ph, plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { countedIssues } from '#contract/limits.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { Series } from '#contract/series-issues.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import { addressAfter, readCursor } from '#web/page-data/list-cursor.ts'
import { type PageHandle, usePageData } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { FeedLink } from '#web/ui/controls/feed-link.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ZineRack } from '#web/zines/zines-tab.tsx'
import { issuesQuery, seriesQuery } from './series-calls.ts'
import css from './series-page.module.css'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params: { id = '', slug = '' }, search }) => [
    seriesQuery(id, slug),
    issuesQuery(id, slug, readCursor(search)),
  ],
}

export function Page() {
  const { t } = useLingui()
  const { id = '', slug = '' } = useParams()
  const { data, isError, refetch } = useQuery(seriesQuery(id, slug))
  if (data === null) return <NotFound what="series" />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      {data && <SeriesHead series={data.series} />}
      {data && <Issues key={slug} id={id} slug={slug} />}
      {!data && <title>{t`Series · Foldout`}</title>}
      {!data && isError && <LoadFailure title={t`The series could not be loaded`} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonCards loadingText={t`Loading zines`} />}
    </main>
  )
}

function SeriesHead({ series: { title, language: declared, slug, creator, issueCount } }: { series: Series }) {
  const { t, i18n } = useLingui()
  const { publicUrl } = usePageData().site
  const language = useTextLanguage(title, declared)
  const feed = `/feeds/series/${creator.id}/${encodeURIComponent(slug)}.atom`
  return (
    <header className={css.head}>
      <PageHead
        title={t`${title}, a series by ${ph({ username: creator.username })} · Foldout`}
        description={t`The issues of ${title}, a series of zines by ${ph({ username: creator.username })}, in order.`}
        path={seriesAddress(creator.id, slug)}
      />
      <link rel="alternate" type="application/atom+xml" title={title} href={publicUrl + feed} />
      <h1 {...language}>{title}</h1>
      <p>
        <Trans>
          A series by{' '}
          <Link to={`/profile/${creator.id}`} {...nameLanguageOf(creator.username)}>
            {ph({ username: creator.username })}
          </Link>
        </Trans>
      </p>
      <p className={css.facts}>
        <span className="meta">{countedIssuesOf(i18n, issueCount)}</span>
        <FeedLink href={feed}>{t`Feed of new issues`}</FeedLink>
      </p>
    </header>
  )
}

const countedIssuesOf = (i18n: I18n, issues: number) =>
  issues < countedIssues
    ? t(i18n)`${plural(issues, { one: '# issue', other: '# issues' })}`
    : t(i18n)`${countedIssues} or more issues`

function Issues({ id, slug }: { id: string; slug: string }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return (
    <ZineRack
      query={issuesQuery(id, slug, readCursor(search))}
      emptyState={<Empty spot="empty" title={t`No zines found`} hint={t`This series is hidden from your lists.`} />}
      heading={<h2 className="sr">{t`Issues`}</h2>}
      soFar={(count) => t`${plural(count, { one: '# issue', other: '# issues' })}`}
      restAt={(cursor) => addressAfter(pathname, cursor)}
      first
    />
  )
}
