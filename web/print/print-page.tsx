import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import type * as interop from '#contract/interop.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import type * as contract from '#contract/zines.ts'
import type { FullZine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { call } from '#web/api/call.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { EmbedLink } from '#web/page-data/structured-data.tsx'
import { BackLink } from '#web/ui/controls/back-link.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ContentWarningPrompt, usePendingNotes } from '#web/zines/content-warning-prompt.tsx'
import { zineQuery } from '#web/zines/open-zine.ts'
import css from './print-page.module.css'
import { PrintZine } from './print-zine.tsx'

export const handle: PageHandle = {
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

const readPrintPicture = call<typeof contract.readPrintPicture>('GET', '/api/zines/:id/pages/:page/print.jpg')
const downloadComic = call<typeof interop.downloadComic>('GET', '/api/zines/:id/zine.cbz')

export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(zineQuery(id))
  if (data === null) return <NotFound what="zine" />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <BackLink to={`/zine/${id}`}>{t`Back to the zine`}</BackLink>
      {data ? (
        <PrintableZine zine={data.zine} onReload={refetch} />
      ) : (
        <LoadState loadingText={t`Loading the zine`} isError={isError} error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

function PrintableZine({ zine, onReload }: { zine: FullZine; onReload: () => Promise<unknown> }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const title = useTextLanguage(zine.title, zine.language)
  const reason = notPrintableReason(zine, viewer?.id)
  return (
    <>
      <PageHead
        title={t`Print and fold ${ph({ title: zine.title })} · Foldout`}
        description={t`${ph({ title: zine.title })} by ${ph({ username: zine.creator.username })}, to print at home.`}
        path={`/zine/${zine.id}/print`}
        hidden
      />
      <EmbedLink path={`/zine/${zine.id}`} title={zine.title} />
      <div className={css.head}>
        <h1>{t`Print and fold`}</h1>
        <p>
          <Trans>
            <b {...title}>{ph({ title: zine.title })}</b> by{' '}
            <bdi {...nameLanguageOf(zine.creator.username)}>{ph({ username: zine.creator.username })}</bdi>
          </Trans>
        </p>
      </div>
      {reason ? (
        <NothingToPrint reason={t(reason)}>
          <Link className={buttonClass({ look: 'second' })} to={`/zine/${zine.id}`}>{t`Back to the zine`}</Link>
        </NothingToPrint>
      ) : (
        <ContentNoteGate zine={zine}>
          <SectionErrorBoundary key={zine.id}>
            <PrintZine
              zine={zine}
              pictures={zine.pages.map((_, index) =>
                readPrintPicture.path({ params: { id: zine.id, page: index + 1 } }),
              )}
              comicPath={downloadComic.path({ params: { id: zine.id } })}
              onReload={onReload}
            />
          </SectionErrorBoundary>
        </ContentNoteGate>
      )}
    </>
  )
}

/** Asks for all content notes at once, because a sheet shows all pages. */
function ContentNoteGate({ zine, children }: { zine: FullZine; children: ReactNode }) {
  const navigate = useNavigate()
  const { notes, agree } = usePendingNotes(zine, zine.pages)
  if (notes.length === 0) return children
  return (
    <ContentWarningPrompt
      notes={notes}
      language={zine.language}
      onShow={agree}
      onNotNow={() => void navigate(`/zine/${zine.id}`)}
    />
  )
}

const NothingToPrint = ({ reason, children }: { reason: string; children: ReactNode }) => {
  const { t } = useLingui()
  return (
    <Empty spot="empty" title={t`Nothing to print`} hint={reason}>
      {children}
    </Empty>
  )
}

function notPrintableReason({ mayPrint, creatorId, pages }: FullZine, viewerId: string | undefined) {
  if (!mayPrint && viewerId !== creatorId) return msg`The creator of this zine does not allow printing.`
  if (pages.some(({ kind }) => kind === 'video')) return msg`This zine is a video: there are no pages to print.`
  return undefined
}
