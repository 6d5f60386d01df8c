import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ZinePage } from '#contract/media.ts'
import { altLanguageOf, nameLanguageOf } from '#contract/text-language.ts'
import type { Zine } from '#contract/zines.ts'
import { FavoriteButton } from '#web/favorites/favorite-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import rack from '#web/ui/rack.module.css'
import { MissingMedia } from '#web/ui/states/missing-media.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ContentWarning } from './content-warning.tsx'
import css from './zine-card.module.css'
import { coverOf, pageCount, placeholderOf, ratioOf } from './zine-media.ts'
import { preloadZinePopup, zineLink } from './zine-popup-slot.tsx'
import { PageImage, ZineSheet } from './zine-sheet.tsx'

/** Smaller than the real size on phones, so that dense screens load 800 pixels instead of 1600. */
const coverSizes = '(min-width: 64rem) 20rem, (min-width: 42rem) 42vw, 55vw'

type ZineCardProps = { zine: Zine; isFirst?: boolean }

export function ZineCard({ zine, isFirst }: ZineCardProps) {
  const cover = coverOf(zine)
  const location = useLocation()
  const language = useTextLanguage(zine.title, zine.language)
  if (!cover) return null
  const { id, title, creator } = zine
  return (
    <article className={`${rack.card} ${css.card}`} onPointerEnter={preloadZinePopup} onFocus={preloadZinePopup}>
      <div className={rack.media} data-shows>
        <Cover zine={zine} cover={cover} isFirst={isFirst} />
      </div>
      <div className={css.caption}>
        <h3 {...language}>
          <Link {...zineLink(id, location)} data-searched>
            {title}
          </Link>
        </h3>
        <p>
          <Avatar username={creator.username} imageUrl={creator.profileImageUrl} />
          <Link to={`/profile/${creator.id}`} {...nameLanguageOf(creator.username)} data-searched>
            {creator.username}
          </Link>
        </p>
        <FavoriteButton zine={zine} />
      </div>
    </article>
  )
}

function Cover({ zine, cover, isFirst }: ZineCardProps & { cover: ZinePage }) {
  const { t } = useLingui()
  const [broken, setBroken] = useState(false)
  const onBroken = () => setBroken(true)
  const still = cover.kind === 'image' ? cover.url : cover.posterUrl
  if (broken || (cover.kind === 'image' && !still)) return <MissingMedia title={t`Media unavailable`} />
  return (
    <ZineSheet pages={pageCount(zine)} ratio={ratioOf(cover, zine)} placeholder={placeholderOf(cover, zine)}>
      <ContentWarning {...{ zine, page: cover }}>
        {still ? (
          <PageImage
            page={{ ...cover, url: still }}
            alt={cover.altText || t`Cover of ${ph({ title: zine.title })}`}
            {...altLanguageOf(cover.altText, zine.language)}
            sizes={coverSizes}
            isFirst={isFirst}
            onBroken={onBroken}
          />
        ) : (
          <video
            ref={detectEarlyFailure(onBroken)}
            src={cover.url}
            preload="metadata"
            muted
            playsInline
            onError={onBroken}
          />
        )}
      </ContentWarning>
    </ZineSheet>
  )
}

/** `first`: the first row is the page's first content, without a banner above it. */
export const ZineGrid = ({ zines, first }: { zines: Zine[]; first?: boolean }) => (
  <div className={rack.grid}>
    {zines.map((zine, index) => (
      <ZineCard key={zine.id} zine={zine} isFirst={first && index === 0} />
    ))}
  </div>
)
