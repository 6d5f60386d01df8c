import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { saidLanguage } from '#web/details/said-language.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { BackLink } from '#web/ui/controls/back-link.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { Unread } from '#web/ui/unread.tsx'
import { Note, useNotes } from '#web/zines/asking.tsx'
import { isOpen, useOpenZine, zineQuery } from '#web/zines/open-zine.ts'
import { CoveredTexts, PageTexts } from './page-texts.tsx'
import css from './text-page.module.css'

export const handle: PageHandle = {
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

export function Page() {
  const { id = '' } = useParams()
  const { zine, isError, retry } = useOpenZine(id)
  if (zine === null) return <NotFound />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <BackLink to={`/zine/${id}`}>Back to the zine</BackLink>
      {zine && isOpen(zine) ? (
        <ZineText zine={zine} />
      ) : (
        <Unread what="the zine" isError={isError} onRetry={retry} />
      )}
    </main>
  )
}

function ZineText({ zine }: { zine: OpenZine }) {
  const { id, title, description, creator, pages, contentNote } = zine
  const said = saidLanguage(zine)
  const heading = useTextLanguage(title, said)
  const about = useTextLanguage(description ?? '', said)
  return (
    <article data-shows>
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
      {contentNote && !contentNote.coversPages && (
        <p className={css.about}>Content note: {contentNote.text}</p>
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
function Pages({ zine }: { zine: OpenZine }) {
  const { notes, agree } = useNotes(zine, [{ contentNote: '' }])
  if (notes.length === 0) return <EachPage zine={zine} Texts={CoveredTexts} />
  return (
    <div className={css.noted}>
      <Note notes={notes} onShow={agree} />
      <noscript>
        {import.meta.env.SSR && (
          <details>
            <summary>Show it</summary>
            <EachPage zine={zine} Texts={NotedTexts} />
          </details>
        )}
      </noscript>
    </div>
  )
}

type EachPageProps = { zine: OpenZine; Texts: ComponentType<{ zine: OpenZine; page: OpenPage }> }

const EachPage = ({ zine, Texts }: EachPageProps) =>
  zine.pages.map((page, at) => (
    <section key={page.url} data-shows>
      <h2>{page.kind === 'video' ? 'Video' : at === 0 ? 'Cover' : `Page ${at + 1}`}</h2>
      <Texts zine={zine} page={page} />
    </section>
  ))

const NotedTexts = ({ zine, page }: { zine: OpenZine; page: OpenPage }) => (
  <>
    {page.contentNote && <p>Content note: {page.contentNote}</p>}
    <PageTexts page={page} said={saidLanguage(zine)} />
  </>
)
