import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { nameLanguageOf } from '#contract/text-language.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { EmbedLink } from '#web/page-data/structured-data.tsx'
import { BackLink } from '#web/ui/controls/back-link.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ContentWarningPrompt, usePendingNotes } from '#web/zines/content-warning-prompt.tsx'
import { isFullZine, useOpenZine, zineQuery } from '#web/zines/open-zine.ts'
import { GuardedTexts, PageTexts } from './page-texts.tsx'
import css from './text-page.module.css'

export const handle: PageHandle = {
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { zine, isError, retry } = useOpenZine(id)
  if (zine === null) return <NotFound what="zine" />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <BackLink to={`/zine/${id}`}>{t`Back to the zine`}</BackLink>
      {zine && isFullZine(zine) ? (
        <ZineText zine={zine} />
      ) : (
        <LoadState loadingText={t`Loading the zine`} isError={isError} onRetry={retry} />
      )}
    </main>
  )
}

function ZineText({ zine }: { zine: FullZine }) {
  const { t } = useLingui()
  const { id, title, description, creator, pages, contentNote } = zine
  const declaredLanguage = zine.language
  const heading = useTextLanguage(title, declaredLanguage)
  const about = useTextLanguage(description ?? '', declaredLanguage)
  return (
    <article data-shows>
      <PageHead
        title={t`${title} by ${ph({ username: creator.username })}, as text · Foldout`}
        description={t`What ${title}, a zine by ${ph({ username: creator.username })}, shows and says, page by page.`}
        path={`/zine/${id}`}
        type="article"
      />
      <EmbedLink path={`/zine/${id}`} title={title} />
      <h1 {...heading}>{title}</h1>
      <p className={css.by}>
        <Trans>
          by{' '}
          <Link to={`/profile/${creator.id}`} {...nameLanguageOf(creator.username)}>
            {ph({ username: creator.username })}
          </Link>
        </Trans>
        {pages.length > 1 && (
          <>
            {' · '}
            <Link to={`/zine/${id}/read`}>{t`Read`}</Link>
          </>
        )}
      </p>
      {contentNote && !contentNote.coversPages && (
        <p className={css.about}>
          <Trans>
            Content note: <MemberText text={contentNote.text} language={declaredLanguage} />
          </Trans>
        </p>
      )}
      {description && (
        <p className={css.about} {...about}>
          {description}
        </p>
      )}
      <Pages zine={zine} />
    </article>
  )
}

/** Asks for a zine's content note once instead of on each page. */
function Pages({ zine }: { zine: FullZine }) {
  const { t } = useLingui()
  const { notes, agree } = usePendingNotes(zine, [{ contentNote: '' }])
  if (notes.length === 0) return <EachPage zine={zine} Texts={GuardedTexts} />
  return (
    <div className={css.noted}>
      <ContentWarningPrompt notes={notes} language={zine.language} onShow={agree} />
      <noscript>
        {import.meta.env.SSR && (
          <details>
            <summary>{t`Show it`}</summary>
            <EachPage zine={zine} Texts={TextsWithNote} />
          </details>
        )}
      </noscript>
    </div>
  )
}

type EachPageProps = { zine: FullZine; Texts: ComponentType<{ zine: FullZine; page: FullZinePage }> }

const EachPage = ({ zine, Texts }: EachPageProps) => {
  const { t } = useLingui()
  return zine.pages.map((page, at) => (
    <section key={page.url} data-shows>
      <h2>{page.kind === 'video' ? t`Video` : at === 0 ? t`Cover` : t`Page ${ph({ number: at + 1 })}`}</h2>
      <Texts zine={zine} page={page} />
    </section>
  ))
}

const TextsWithNote = ({ zine, page }: { zine: FullZine; page: FullZinePage }) => (
  <>
    {page.contentNote && (
      <p>
        <Trans>
          Content note: <MemberText text={page.contentNote} language={zine.language} />
        </Trans>
      </p>
    )}
    <PageTexts page={page} declaredLanguage={zine.language} />
  </>
)
