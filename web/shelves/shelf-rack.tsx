import { type CSSProperties, useState } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import type { ListedShelf, Visibility } from '#contract/shelves.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { formatNumber } from '#web/ui/number.ts'
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
  const { id, title, about, visibility, covers } = shelf
  const language = useTextLanguage(title)
  const aboutLanguage = useTextLanguage(about)
  return (
    <article className={css.card}>
      <div className={css.ledge} aria-hidden="true">
        {covers.map((cover) => (
          <Cover key={cover.url} cover={cover} />
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
      {visibilityLabels[visibility] && <p className="meta">{visibilityLabels[visibility]}</p>}
    </article>
  )
}

/** Decorative, because the shelf's text names its contents. */
function Cover({ cover }: { cover: ZinePage }) {
  const [broken, setBroken] = useState(false)
  const { kind, url, posterUrl, width, height, placeholder } = cover
  const still = kind === 'image' ? url : posterUrl
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
      style={
        {
          '--r': width && height ? width / height : 0.8,
          '--placeholder': placeholder ? `url("${placeholder}")` : undefined,
        } as CSSProperties
      }
    />
  )
}

export const visibilityLabels: Record<Visibility, string> = {
  private: 'only you',
  link: 'with the link',
  public: '',
}

export const visibilityChoices: Record<Visibility, { name: string; hint: string }> = {
  private: { name: 'Only you', hint: 'Only you can open it.' },
  link: { name: 'Anyone with the link', hint: 'It does not appear in any list, but you can share the link.' },
  public: { name: 'Everyone', hint: 'It is on your profile and has a feed.' },
}

export const formatShelfCount = (count: number) => `${formatNumber(count)} ${count === 1 ? 'shelf' : 'shelves'}`
