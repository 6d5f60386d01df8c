import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useParams } from 'react-router'
import { contentWarningLine, hidesCover, hidesPage } from '#contract/content-warning.ts'
import type * as contract from '#contract/interop.ts'
import type { FullZine, Zine } from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import { type PageHandle, usePageData } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { EmbedLink, StructuredData } from '#web/page-data/structured-data.tsx'
import { BackLink } from '#web/ui/controls/back-link.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import { useOpenZine, zineQuery } from './open-zine.ts'
import { zineData } from './zine-data.ts'
import css from './zine-detail.module.css'
import { ZineDetail } from './zine-detail.tsx'
import { coverOf } from './zine-media.ts'

export const handle: PageHandle = {
  reads: ({ params }) => [zineQuery(params.id ?? '')],
}

export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { zine, isError, retry } = useOpenZine(id)
  const navigate = useNavigate()
  if (zine === null) return <NotFound what="zine" />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <BackLink to="/">{t`All Zines`}</BackLink>
      {zine && (
        <div className={css.spread}>
          <ZineHead zine={zine} />
          <ZineDetail
            zine={zine}
            titleAs="h1"
            onDeleted={() => void navigate('/', { replace: true })}
            onNotNow={() => void navigate('/')}
          />
        </div>
      )}
      {!zine && <LoadState loadingText={t`Loading the zine`} isError={isError} onRetry={retry} />}
    </main>
  )
}

function ZineHead({ zine }: { zine: Zine }) {
  const { t, i18n } = useLingui()
  const { publicUrl } = usePageData().site
  const { username } = zine.creator
  const cover = hidesCover(zine) ? undefined : coverOf(zine)
  const still = cover?.kind === 'video' ? cover.posterUrl : cover?.url
  return (
    <>
      <PageHead
        title={t`${ph({ title: zine.title })} by ${username} · Foldout`}
        description={shorten(
          `${contentWarningLine(zine) && `${contentWarningLine(zine)}. `}${zine.description ?? t`A zine by ${username}, uncropped, on Foldout.`}`,
        )}
        path={`/zine/${zine.id}`}
        type="article"
        image={
          cover && still
            ? {
                path: still,
                ...(cover.kind === 'image' && {
                  width: cover.width ?? undefined,
                  height: cover.height ?? undefined,
                }),
                alt: cover.altText || t`Cover of ${ph({ title: zine.title })}`,
              }
            : undefined
        }
      />
      <EmbedLink path={`/zine/${zine.id}`} title={zine.title} />
      <RecordLinks zine={zine} publicUrl={publicUrl} />
      <StructuredData data={zineData(zine, publicUrl, i18n)} />
    </>
  )
}

const maxDescriptionLength = 200
function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxDescriptionLength ? line : `${line.slice(0, maxDescriptionLength - 1).trimEnd()}…`
}

const readRecord = call<typeof contract.readRecord>('GET', '/api/zines/:id/record')

/** Links to catalogue records, and to the pages for comic readers. */
function RecordLinks({ zine, publicUrl }: { zine: Zine | FullZine; publicUrl: string }) {
  const { t } = useLingui()
  const params = { id: zine.id }
  const at = (as: (typeof contract.recordFormats)[number]) => publicUrl + readRecord.path({ params, query: { as } })
  return (
    <>
      <link rel="alternate" type="application/xml" title={t`Dublin Core`} href={at('dublincore')} />
      <link rel="alternate" type="application/ld+json" title={t`ZineCore2`} href={at('zinecore2')} />
      {!hidesAnyContent(zine) && (
        <link
          rel="alternate"
          type={zine.cover?.kind === 'video' ? 'application/webpub+json' : 'application/divina+json'}
          href={`${publicUrl}/opds/zines/${zine.id}.json`}
        />
      )}
    </>
  )
}

/** Covered zines get no link for other software, which shows no content notes. */
const hidesAnyContent = (zine: Zine | FullZine) =>
  ('pages' in zine ? zine.pages : [zine.cover]).some((page) => hidesPage(zine, page))
