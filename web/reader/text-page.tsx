import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { OpenZine } from '#contract/zines.ts'
import { NotFound } from '#web/not-found/not-found-page.tsx'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import { isOpen, useOpenZine, zineQuery } from '#web/zines/open-zine.ts'
import { PageTexts } from './page-texts.tsx'
import css from './text-page.module.css'

export const handle: PageHandle = {
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

/** A whole zine in words, for ears, fingers and programs. */
export function Page() {
  const { id = '' } = useParams()
  const { zine, isError, retry } = useOpenZine(id)
  if (zine === null) return <NotFound />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <Link className={css.back} to={`/zine/${id}`}>
        <ArrowLeft className="ico" aria-hidden="true" />
        Back to the zine
      </Link>
      {zine && isOpen(zine) && <ZineText zine={zine} />}
      {!zine && isError && <TryAgain title="Content unavailable" onRetry={retry} />}
      {!(zine && isOpen(zine)) && !isError && (
        <p className="meta" role="status">
          Loading the zine
        </p>
      )}
    </main>
  )
}

function ZineText({ zine }: { zine: OpenZine }) {
  const { id, title, description, creator, pages } = zine
  const heading = useTextLanguage(title)
  const about = useTextLanguage(description ?? '')
  return (
    <article>
      <PageHead
        title={`${title} by ${creator.username}, as text · Foldout`}
        description={`What ${title}, a zine by ${creator.username}, shows and says, page by page.`}
        path={`/zine/${id}`}
        type="article"
      />
      <h1 {...heading}>{title}</h1>
      <p className={css.by}>
        by <Link to={`/profile/${creator.id}`}>{creator.username}</Link>
        {pages.length > 1 && (
          <>
            {' · '}
            <Link to={`/zine/${id}/read`}>Read</Link>
          </>
        )}
      </p>
      {description && (
        <p className={css.about} {...about}>
          {description}
        </p>
      )}
      {pages.map((page, at) => (
        <section key={page.url}>
          <h2>{page.kind === 'video' ? 'Video' : at === 0 ? 'Cover' : `Page ${at + 1}`}</h2>
          <PageTexts page={page} />
        </section>
      ))}
    </article>
  )
}
