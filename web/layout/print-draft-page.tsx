import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type { Draft } from '#contract/drafts.ts'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useViewer } from '#web/accounts/viewer.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { DraftTitle, draftAddress, foldedView, titleOfDraft } from '#web/drafts/create-draft.tsx'
import { draftQuery } from '#web/drafts/draft-calls.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import css from '#web/print/print-page.module.css'
import { PrintZine } from '#web/print/print-zine.tsx'
import { knownRecipe } from '#web/typeset/recipe.ts'
import { BackLink } from '#web/ui/controls/back-link.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { ownPictureAddress } from './own-picture.ts'
import { isVideo } from './table/content.ts'

export const handle: PageHandle = { inks: 'sun blue' }

/** A draft on paper, before it is published. Like the layout table, the browser loads it. */
export function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const viewer = useViewer()
  if (viewer === null)
    return (
      <MembersOnly
        title={t`Print your draft`}
        pageTitle={t`Print your draft · Foldout`}
        message={t`Sign in to print your draft.`}
      />
    )
  return <PrintDraft key={id} id={id} viewer={viewer} />
}

function PrintDraft({ id, viewer }: { id: string; viewer: Viewer | undefined }) {
  const { t } = useLingui()
  const read = useQuery({ ...draftQuery(id), refetchOnMount: 'always', enabled: viewer !== undefined })
  if (read.data === null) return <NotFound what="draft" />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <PageHead title={t`Print and fold · Foldout`} description={t`A draft, to print at home.`} path="/draft" hidden />
      <BackLink to={`${draftAddress(id)}?view=${foldedView}`}>{t`Back to the draft`}</BackLink>
      {viewer && read.data ? (
        <PrintableDraft draft={read.data.draft} username={viewer.username} onReload={read.refetch} />
      ) : (
        <LoadState
          loadingText={t`Loading the draft`}
          isError={read.isError}
          error={read.error}
          onRetry={() => void read.refetch()}
        />
      )}
    </main>
  )
}

/** Like the server for zines. Photos hide the paper. */
function paperColourOf(recipe: StoredRecipe) {
  const known = knownRecipe(recipe)
  const hasPhotos = known?.treatment === 'unchanged' && known.pictures.some(Boolean)
  return known && known.paper !== 'white' && !hasPhotos ? known.paper : null
}

type PrintableDraftProps = { draft: Draft; username: string; onReload: () => Promise<unknown> }

function PrintableDraft({ draft: { id, content }, username, onReload }: PrintableDraftProps) {
  const { t, i18n } = useLingui()
  const title = titleOfDraft(i18n, content.title)
  const language = soleLanguage(content.details)
  const canPrint = content.pages.length > 0 && !isVideo(content)
  const pages = content.pages.map(({ url, width, height, transcript, recipe }) => ({
    url,
    width,
    height,
    printWidth: width,
    transcript,
    paperColour: paperColourOf(recipe),
    recipe,
  }))
  const { readingDirection, details, paper } = content
  return (
    <>
      <div className={css.head}>
        <h1>{t`Print and fold`}</h1>
        <p>
          <Trans>
            <b>
              <DraftTitle title={content.title} language={language} />
            </b>
            , not published yet
          </Trans>
        </p>
      </div>
      {canPrint ? (
        <PrintZine
          zine={{ title, language: language ?? null, readingDirection, details, paper, creator: { username }, pages }}
          pictures={pages.map(({ url }) => ownPictureAddress(url))}
          onReload={onReload}
        />
      ) : (
        <Empty spot="empty" title={t`Nothing to print`} hint={t`This draft has no pages yet.`}>
          <Link className={buttonClass({ look: 'second' })} to={draftAddress(id)}>{t`Back to the draft`}</Link>
        </Empty>
      )}
    </>
  )
}
