import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Download, Printer, Share } from 'lucide-react'
import { lazy, type MouseEvent, useEffect, useRef, useState } from 'react'
import { paperName } from '#contract/paper-names.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import type { FullZine, Zine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { DetailsList, SeriesLine } from '#web/details/details-list.tsx'
import { FavoriteToggle } from '#web/favorites/favorite-toggle.tsx'
import { formatAgo } from '#web/languages/format-ago.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { Badge, PaperBadge } from '#web/ui/marks/badge.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { showError } from '#web/ui/toasts/toast-store.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Printings } from './printings.tsx'
import css from './zine-detail.module.css'
import { formatOf, pagesOf, ratioOf } from './zine-media.ts'
import { readerLink, ZineViewer } from './zine-viewer.tsx'

type ZineDetailProps = { zine: Zine | FullZine; onNotNow?: () => void } & Pick<ZineInfoProps, 'titleAs' | 'onDeleted'>

export function ZineDetail({ zine, titleAs, onDeleted, onNotNow }: ZineDetailProps) {
  const { t } = useLingui()
  const [index, setIndex] = useState(0)
  const pages = pagesOf(zine)
  return (
    <div className={css.in}>
      <div className={css.tabletop}>
        <SectionErrorBoundary>
          <ZineViewer zine={zine} pages={pages} index={index} onTurn={setIndex} onNotNow={onNotNow} />
          {pages.length > 1 && (
            <Link className={buttonClass({}, css.read)} {...readerLink(zine.id, index)}>{t`Read`}</Link>
          )}
        </SectionErrorBoundary>
      </div>
      <SectionErrorBoundary>
        <ZineInfo zine={zine} page={{ number: index + 1, of: pages.length }} titleAs={titleAs} onDeleted={onDeleted} />
      </SectionErrorBoundary>
    </div>
  )
}

const ZineVisitorMenu = lazyOptional(async () => (await import('./visitor-menu.tsx')).ZineVisitorMenu)

const HiddenNote = lazyOptional(async () => (await import('./zine-menu.tsx')).HiddenNote)

const SaveOfflineButton = lazyOptional(
  async () => (await import('#web/offline/save-offline-button.tsx')).SaveOfflineButton,
)

const ZineMenu = lazy(async () => ({ default: (await import('./zine-menu.tsx')).ZineMenu }))

type ZineInfoProps = {
  zine: Zine | FullZine
  page: { number: number; of: number }
  /** `p` in the popup, whose dialog has the title. `h1` on the zine's own page. */
  titleAs: 'h1' | 'p'
  onDeleted: () => void
}

function ZineInfo({ zine, page, titleAs: Title, onDeleted }: ZineInfoProps) {
  const { t } = useLingui()
  const close = useWhileOpen(zine.id, onDeleted)
  const viewer = useViewer()
  const declaredLanguage = zine.language
  const title = useTextLanguage(zine.title, declaredLanguage)
  const description = useTextLanguage(zine.description ?? '', declaredLanguage)
  const hidden = 'hidden' in zine && zine.hidden
  return (
    <div className={css.info}>
      <div className={css.creator}>
        <Avatar username={zine.creator.username} imageUrl={zine.creator.profileImageUrl} />
        <div>
          <Link
            to={`/profile/${zine.creator.id}`}
            {...nameLanguageOf(zine.creator.username)}
            data-searched
            data-by={t({ message: 'by', context: 'before the name of a creator' })}
          >
            {zine.creator.username}
          </Link>
          <Posted at={zine.createdAt} />
        </div>
        <div className={css.menu}>
          <BrowserOnly>
            {viewer?.id === zine.creatorId ? (
              <ZineMenu zine={zine} onDeleted={close} />
            ) : (
              <ZineVisitorMenu zine={zine} onDismissed={close} />
            )}
          </BrowserOnly>
        </div>
      </div>
      <Title className={css.title} {...title} data-searched>
        {zine.title}
      </Title>
      {'series' in zine && <SeriesLine zine={zine} />}
      <BrowserOnly>{hidden && <HiddenNote hidden={hidden} />}</BrowserOnly>
      {zine.contentNote && <ContentNote note={zine.contentNote.text} language={declaredLanguage} />}
      {zine.description && (
        <p className={css.desc} {...description} data-searched>
          {zine.description}
        </p>
      )}
      <p className={css.facts}>
        <Format zine={zine} />
        {page.of > 1 && (
          <span className={css.pageNumber}>
            <Badge>
              <Trans>
                page {ph({ number: page.number })} of {ph({ of: page.of })}
              </Trans>
            </Badge>
          </span>
        )}
      </p>
      {'details' in zine && <DetailsList zine={zine} />}
      {'printings' in zine && <Printings zine={zine} />}
      <div className={css.actions}>
        {!hidden && <FavoriteToggle zine={zine} />}
        {!hidden && <CopyLink id={zine.id} />}
        <PrintLink zine={zine} isOwn={viewer?.id === zine.creatorId} />
        {'pages' in zine && !hidden && (
          <BrowserOnly fallback={<SaveOfflinePlace />}>
            <SaveOfflineButton zine={zine} place={<SaveOfflinePlace />} />
          </BrowserOnly>
        )}
      </div>
    </div>
  )
}

/** The placeholder is as large as the button, so that nothing moves when scripts add it. */
const SaveOfflinePlace = () => {
  const { t } = useLingui()
  return (
    <span className={buttonClass({ look: 'quiet' }, css.place)} aria-hidden="true">
      <Download className="ico" aria-hidden="true" />
      {t`Save for offline`}
    </span>
  )
}

function Format({ zine }: { zine: Zine }) {
  const { i18n } = useLingui()
  const [page] = pagesOf(zine)
  const name = page && paperName(formatOf(page, zine), page)
  return (
    <PaperBadge
      name={typeof name === 'object' ? i18n._(name) : (name ?? zine.aspectRatio)}
      ratio={page && ratioOf(page, zine)}
    />
  )
}

const ContentNote = ({ note, language }: { note: string; language: string | null }) => {
  const { t } = useLingui()
  return (
    <p className={css.contentNote}>
      <span className="meta">{t`Content note`}</span> <MemberText text={note} language={language} />
    </p>
  )
}

/** Closes a zine only once, because a second step back would leave the page below. */
function useWhileOpen(id: string, close: () => void) {
  const open = useRef<string>(undefined)
  useEffect(() => {
    open.current = id
    return () => {
      open.current = undefined
    }
  }, [id])
  return () => {
    if (open.current === id) close()
  }
}

function Posted({ at }: { at: string }) {
  const { i18n } = useLingui()
  const now = useNow()
  return (
    <p className="meta">
      <time dateTime={at}>
        <Trans>Posted {ph({ ago: formatAgo(i18n.locale, at, now) })}</Trans>
      </time>
    </p>
  )
}

/** Shown to viewers who may print. Videos have no print version. */
function PrintLink({ zine, isOwn }: { zine: Zine | FullZine; isOwn: boolean }) {
  const { t } = useLingui()
  if (!('pages' in zine) || zine.pages.some(({ kind }) => kind === 'video')) return null
  if (!zine.mayPrint && !isOwn) return null
  return (
    <Link className={buttonClass({ look: 'quiet' })} to={`/zine/${zine.id}/print`}>
      <Printer className="ico" aria-hidden="true" />
      {t`Print and fold`}
    </Link>
  )
}

/** Confirms in place, because a toast could cover this area. */
function CopyLink({ id }: { id: string }) {
  const { t } = useLingui()
  const { publicUrl } = usePageData().site
  const [copied, setCopied] = useState(false)
  const copy = (event: MouseEvent) => {
    if (!navigator.clipboard) return
    event.preventDefault()
    void navigator.clipboard.writeText(`${publicUrl}/zine/${id}`).then(
      () => setCopied(true),
      () => showError(t`The link could not be copied. Copy it from the address bar.`),
    )
  }
  const Icon = copied ? Check : Share
  return (
    <>
      <a className={buttonClass({ look: 'quiet' })} href={`/zine/${id}`} onClick={copy}>
        <Icon className="ico" aria-hidden="true" />
        {copied ? t`Link copied` : t`Copy link`}
      </a>
      <span className="sr" role="status">
        {copied && t`Link copied`}
      </span>
    </>
  )
}
