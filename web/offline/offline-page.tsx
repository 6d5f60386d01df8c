import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { nameLanguageOf } from '#contract/text-language.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { HomeLink } from '#web/ui/controls/back-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import css from './offline-page.module.css'
import { isOfflineSupported, type OfflineZine, removeOfflineZine } from './offline-zines.ts'
import { refreshOfflineZines } from './refresh-offline-zines.ts'
import { UnreachableNotice } from './unreachable-notice.tsx'
import { missingPicturesMessage, saveForOffline, useOfflineZines, useSaveProgress } from './use-offline-zines.ts'

export const handle: PageHandle = { inks: 'sun blue' }

export function Page() {
  const { t } = useLingui()
  const zines = useOfflineZines()
  const deleted = useRefreshedZines()
  const [message, setMessage] = useState<ReactNode>('')
  const heading = useRef<HTMLHeadingElement>(null)
  const announce = (text: ReactNode) => {
    setMessage(text)
    // The pressed button had focus and is removed.
    heading.current?.focus()
  }
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <PageHead
        title={t`Offline zines · Foldout`}
        description={t`Zines saved in this browser for reading offline.`}
        path="/offline"
        hidden
      />
      <UnreachableNotice zines={zines} />
      <h1 ref={heading} tabIndex={-1}>{t`Offline zines`}</h1>
      <p className={css.lead}>{t`Zines you can read without a connection. Saved in this browser only.`}</p>
      <p className={zines?.length === 0 ? css.notice : 'sr'} role="status">
        {message}
      </p>
      {deleted.map(({ id, title, language }) => (
        <p key={id} className={css.notice}>
          <Trans>
            <MemberText text={title} language={language} /> is no longer on Foldout, so it was removed here too.
          </Trans>
        </p>
      ))}
      <OfflineZineList zines={zines} onDone={announce} />
    </main>
  )
}

function OfflineZineList({
  zines,
  onDone,
}: {
  zines: OfflineZine[] | null | undefined
  onDone: (message: ReactNode) => void
}) {
  const { t } = useLingui()
  const isMounted = useMounted()
  if (isMounted && !isOfflineSupported())
    return <p>{t`This browser can’t save zines for offline reading. Try a different or newer browser.`}</p>
  if (zines === undefined) return <p className={`meta ${css.loading}`}>{t`Loading your offline zines…`}</p>
  if (zines === null) return <p>{t`Your offline zines could not be loaded. Reload the page to try again.`}</p>
  if (zines.length === 0)
    return (
      <Empty
        spot="empty"
        title={t`No offline zines yet`}
        hint={t`Open a zine and press Save for offline before the train enters the tunnel.`}
      >
        <HomeLink />
      </Empty>
    )
  return (
    <>
      <ul className={css.rows}>
        {zines.map((zine) => (
          <OfflineZineRow key={zine.id} zine={zine} onDone={onDone} />
        ))}
      </ul>
      <StorageSummary zines={zines} />
    </>
  )
}

function StorageSummary({ zines }: { zines: OfflineZine[] }) {
  const { t, i18n } = useLingui()
  const freeBytes = useFreeStorage(zines)
  const count = zines.length
  const bytes = zines.reduce((total, zine) => total + zine.bytes, 0)
  const size = formatBytes(i18n.locale, bytes)
  const space = freeBytes !== undefined && formatBytes(i18n.locale, freeBytes)
  return (
    <p className="meta">
      {t`${plural(count, { one: `# zine, ${size}`, other: `# zines, ${size}` })}`}
      {space && ` · ${t`about ${space} of space left in this browser`}`}
    </p>
  )
}

function useFreeStorage(zines: OfflineZine[]) {
  const [freeBytes, setFreeBytes] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list needs a new estimate
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ quota, usage }) => quota !== undefined && usage !== undefined && setFreeBytes(Math.max(0, quota - usage)),
      () => undefined,
    )
  }, [zines])
  return freeBytes
}

/** How long until the list checks saved zines again, in milliseconds. */
const maxAgeMs = 60_000

function useRefreshedZines() {
  const [deleted, setDeleted] = useState<OfflineZine[]>([])
  useEffect(() => {
    if (!isOfflineSupported()) return
    const onDeleted = (zine: OfflineZine) => setDeleted((previous) => [...previous, zine])
    void refreshOfflineZines({ maxAgeMs, maxChecks: Number.POSITIVE_INFINITY, onDeleted })
  }, [])
  return deleted
}

type OfflineZineRowProps = { zine: OfflineZine; onDone: (message: ReactNode) => void }

function OfflineZineRow({ zine, onDone }: OfflineZineRowProps) {
  const { t, i18n } = useLingui()
  const { id, title, language, username, coverUrl, pageCount, bytes } = zine
  const [isRemoving, setRemoving] = useState(false)
  const [problem, setProblem] = useState('')
  const remove = async () => {
    setRemoving(true)
    setProblem('')
    try {
      await removeOfflineZine(id)
      onDone(
        <Trans>
          <MemberText text={title} language={language} /> was removed.
        </Trans>,
      )
    } catch {
      setProblem(t`It could not be removed. Please try again.`)
    } finally {
      setRemoving(false)
    }
  }
  return (
    <li>
      <div className={css.cover}>{coverUrl && <img src={coverUrl} alt="" loading="lazy" />}</div>
      <div className={css.info}>
        <h2 {...useTextLanguage(title, language)}>
          <Link to={pageCount > 1 ? `/zine/${id}/read` : `/zine/${id}`}>{title}</Link>
        </h2>
        <p>
          <Trans>
            by <bdi {...nameLanguageOf(username)}>{username}</bdi>
          </Trans>
        </p>
        <p className="meta">
          <Plural value={pageCount} one="# page" other="# pages" /> · {formatBytes(i18n.locale, bytes)}
        </p>
        <MissingPictures zine={zine} onDone={onDone} />
        {problem && <p role="alert">{problem}</p>}
      </div>
      <Button look="second" size="small" disabled={isRemoving} onClick={() => void remove()}>
        <Trans>
          Remove
          <span className="sr">
            {' '}
            <MemberText text={title} language={language} />
          </span>
        </Trans>
      </Button>
    </li>
  )
}

function MissingPictures({ zine: { id, title, language, missing }, onDone }: OfflineZineRowProps) {
  const { t } = useLingui()
  const progress = useSaveProgress(id)
  const [problem, setProblem] = useState<string>()
  if (missing === 0) return null
  const retry = async () => {
    const saveProblem = await saveForOffline(id)
    setProblem(saveProblem)
    if (!saveProblem)
      onDone(
        <Trans>
          All of <MemberText text={title} language={language} /> is saved now.
        </Trans>,
      )
  }
  return (
    <div className={css.missing}>
      <p role="status">{progress ? t`Trying again…` : (problem ?? missingPicturesMessage(missing))}</p>
      <Button look="second" size="small" aria-disabled={progress !== undefined} onClick={() => void retry()}>
        <Trans>
          Try again
          <span className="sr">
            {' '}
            to save <MemberText text={title} language={language} />
          </span>
        </Trans>
      </Button>
    </div>
  )
}

const perMb = 1024 * 1024
const perGb = 1024 * perMb

/** Formats a size as `5.2 MB` or `2 GB`. Never rounds down to zero. */
export function formatBytes(language: string, bytes: number) {
  if (bytes >= perGb) return formatSize(language, bytes / perGb, 'gigabyte')
  if (bytes >= perMb / 10) return formatSize(language, bytes / perMb, 'megabyte')
  return formatSize(language, Math.ceil(bytes / 1024), 'kilobyte')
}

const formatSize = (language: string, size: number, unit: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: size < 10 ? 1 : 0 }).format(size)
