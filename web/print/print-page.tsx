import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OpenZine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { saidLanguage } from '#web/details/said-language.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { BackLink } from '#web/ui/controls/back-link.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { Unread } from '#web/ui/unread.tsx'
import { Note, useNotes } from '#web/zines/asking.tsx'
import { zineQuery } from '#web/zines/open-zine.ts'
import css from './print-page.module.css'
import { PrintZine } from './print-zine.tsx'

export const handle: PageHandle = {
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

export function Page() {
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(zineQuery(id))
  if (data === null) return <NotFound />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <BackLink to={`/zine/${id}`}>Back to the zine</BackLink>
      {data ? (
        <Permitted zine={data.zine} onReadAgain={refetch} />
      ) : (
        <Unread what="the zine" {...{ isError, error }} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

function Permitted({ zine, onReadAgain }: { zine: OpenZine; onReadAgain: () => Promise<unknown> }) {
  const viewer = useViewer()
  const title = useTextLanguage(zine.title, saidLanguage(zine))
  const sentence = whyNot(zine, viewer?.id)
  return (
    <>
      <PageHead
        title={`Print and fold ${zine.title} · Foldout`}
        description={`${zine.title} by ${zine.creator.username}, to print at home.`}
        path={`/zine/${zine.id}/print`}
        hidden
      />
      <div className={css.head}>
        <h1>Print and fold</h1>
        <p>
          <b {...title}>{zine.title}</b> by {zine.creator.username}
        </p>
      </div>
      {sentence ? (
        <Nothing sentence={sentence}>
          <Link className={buttonClass({ look: 'second' })} to={`/zine/${zine.id}`}>
            Back to the zine
          </Link>
        </Nothing>
      ) : (
        <Agreed zine={zine}>
          <PartBoundary key={zine.id}>
            <PrintZine zine={zine} onReadAgain={onReadAgain} />
          </PartBoundary>
        </Agreed>
      )}
    </>
  )
}

/** Asks for all content notes at once, because a sheet shows all pages. */
function Agreed({ zine, children }: { zine: OpenZine; children: ReactNode }) {
  const navigate = useNavigate()
  const { notes, agree } = useNotes(zine, zine.pages)
  if (notes.length === 0) return children
  return <Note notes={notes} onShow={agree} onNotNow={() => void navigate(`/zine/${zine.id}`)} />
}

const Nothing = ({ sentence, children }: { sentence: string; children: ReactNode }) => (
  <Empty spot="empty" title="Nothing to print" hint={sentence}>
    {children}
  </Empty>
)

function whyNot({ mayPrint, creatorId, pages }: OpenZine, viewerId: string | undefined) {
  if (!mayPrint && viewerId !== creatorId) return 'The maker of this zine does not allow printing.'
  if (pages.some(({ kind }) => kind === 'video')) return 'This zine is a video: there are no pages to print.'
  return undefined
}
