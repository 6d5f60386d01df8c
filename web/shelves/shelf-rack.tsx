import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import type { ListedShelf, Shelf, ShelfCover, Visibility } from '#contract/shelves.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { MemberText } from '#web/ui/member-text.tsx'
import rack from '#web/ui/rack.module.css'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { shelfAddress } from './shelf-calls.ts'
import css from './shelf-rack.module.css'

export const ShelfRack = ({ shelves }: { shelves: ListedShelf[] }) => (
  <ul className={`${rack.grid} ${css.shelves}`}>
    {shelves.map((shelf) => (
      <li key={shelf.id}>
        <ShelfCard shelf={shelf} />
      </li>
    ))}
  </ul>
)

function ShelfCard({ shelf }: { shelf: ListedShelf }) {
  const { t } = useLingui()
  const { id, about, visibility, covers } = shelf
  const { title, language: titleLanguage } = useShelfTitle(shelf)
  const label = visibilityLabels[visibility]
  const language = useTextLanguage(title, titleLanguage)
  const aboutLanguage = useTextLanguage(about)
  return (
    <article className={css.card}>
      <div className={css.ledge}>
        {covers.map((cover) => (
          <Cover key={cover.zineId} cover={cover} />
        ))}
      </div>
      <h3 {...language}>
        <Link to={shelfAddress(id)}>{title}</Link>
      </h3>
      {about && (
        <p className={css.about} {...aboutLanguage}>
          {about}
        </p>
      )}
      {label && <p className="meta">{t(label)}</p>}
    </article>
  )
}

/** Decorative, because the shelf's text names its contents. */
function Cover({ cover }: { cover: ShelfCover }) {
  const [broken, setBroken] = useState(false)
  const { kind, url, posterUrl, width, height, placeholder, contentNote } = cover
  const still = kind === 'image' ? url : posterUrl
  const style = {
    '--r': width && height ? width / height : 0.8,
    '--placeholder': placeholder ? `url("${placeholder}")` : undefined,
  } as CSSProperties
  if (contentNote) return <CoveredCover cover={cover} style={style} />
  if (!still || broken) return null
  const onBroken = () => setBroken(true)
  return (
    <img
      ref={detectEarlyFailure(onBroken)}
      src={addressAtWidth(still, 400)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onBroken}
      style={style}
    />
  )
}

function CoveredCover({ cover: { title, language, contentNote }, style }: { cover: ShelfCover; style: CSSProperties }) {
  return (
    <div className={css.covered} style={style}>
      <p>
        <strong>
          <MemberText text={title} language={language} />
        </strong>
        <span>
          <Trans>
            Content note: <MemberText text={contentNote} language={language} />
          </Trans>
        </span>
      </p>
    </div>
  )
}

/** The title with its language. We named the To read shelf. */
export function useShelfTitle({ title, isToRead }: Pick<Shelf, 'title' | 'isToRead'>) {
  const { t, i18n } = useLingui()
  return isToRead ? { title: t`To read`, language: i18n.locale } : { title, language: null }
}

/** Public shelves need no label. */
export const visibilityLabels: Partial<Record<Visibility, MessageDescriptor>> = {
  private: msg`only you`,
  link: msg`with the link`,
}

export const visibilityChoices: Record<Visibility, { name: MessageDescriptor; hint: MessageDescriptor }> = {
  private: { name: msg`Only you`, hint: msg`Only you can open it.` },
  link: { name: msg`Anyone with the link`, hint: msg`It does not appear in any list, but you can share the link.` },
  public: { name: msg`Everyone`, hint: msg`It is on your profile and has a feed.` },
}

export const formatShelfCount = (i18n: I18n, count: number) =>
  t(i18n)`${plural(count, { one: '# shelf', other: '# shelves' })}`
