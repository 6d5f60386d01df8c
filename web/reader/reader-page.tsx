import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import type { FullZine } from '#contract/zines.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { EmbedLink } from '#web/page-data/structured-data.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import solo from '#web/ui/states/solo.module.css'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { isFullZine, useOpenZine, zineQuery } from '#web/zines/open-zine.ts'
import { Reader } from './reader.tsx'

export const handle: PageHandle = {
  theme: 'dark',
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { zine, isError, retry } = useOpenZine(id)
  if (zine === null) return <NotFound what="zine" />
  if (zine && isFullZine(zine))
    return (
      <>
        <ReaderHead zine={zine} />
        {hasReadablePages(zine) ? <Reader key={id} zine={zine} /> : <NoReadablePages zine={zine} />}
      </>
    )
  return (
    <main id="main" className={solo.solo}>
      <LoadState loadingText={t`Loading the zine`} isError={isError} onRetry={retry} />
    </main>
  )
}

const hasReadablePages = ({ pages }: FullZine) => pages.length > 0 && pages.every(({ kind }) => kind === 'image')

/** Hidden from search engines, which index the zine's own page instead. */
const ReaderHead = ({ zine: { id, title, creator } }: { zine: FullZine }) => {
  const { t } = useLingui()
  return (
    <>
      <PageHead
        title={t`Read ${title} by ${ph({ username: creator.username })} · Foldout`}
        description={t`${title}, a zine by ${ph({ username: creator.username })}, page by page.`}
        path={`/zine/${id}`}
        type="article"
      />
      <EmbedLink path={`/zine/${id}`} title={title} />
    </>
  )
}

const NoReadablePages = ({ zine: { id, title, language, pages } }: { zine: FullZine }) => {
  const { t } = useLingui()
  return (
    <main id="main" className={solo.solo}>
      <div>
        <h1 {...useTextLanguage(title, language)}>{title}</h1>
        <p>
          {pages.length > 0
            ? t`This zine is a video: there are no pages to turn. It plays on its own page.`
            : t`The pages of this zine are unavailable.`}
        </p>
        <Link className={buttonClass({})} to={`/zine/${id}`} replace>{t`Go to the zine`}</Link>
      </div>
    </main>
  )
}
