import { ph } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { contentWarningLine } from '#contract/content-warning.ts'
import type { Creator } from '#contract/creators.ts'
import { stillImageAtWidth } from '#contract/media-address.ts'
import type { BestMatch } from '#contract/search.ts'
import { nameLanguageOf, type TextLanguage } from '#contract/text-language.ts'
import type { Zine } from '#contract/zines.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { usePendingNotes } from '#web/zines/content-warning-prompt.tsx'
import { coverOf, ratioOf } from '#web/zines/zine-media.ts'
import { preloadZinePopup, zineLink } from '#web/zines/zine-popup-slot.tsx'
import css from './best-matches.module.css'

const headingId = 'best-matches'

/** The titles and names closest to the search, in one line above the list. */
export const BestMatches = ({ matches }: { matches: BestMatch[] }) => {
  const { t } = useLingui()
  return (
    <section className={css.best} aria-labelledby={headingId}>
      <h3 id={headingId} className="meta">{t`Best matches`}</h3>
      <ul>
        {matches.map((match) =>
          'zine' in match ? (
            <ZineMatch key={match.zine.id} zine={match.zine} />
          ) : (
            <CreatorMatch key={match.creator.id} creator={match.creator} />
          ),
        )}
      </ul>
    </section>
  )
}

function ZineMatch({ zine }: { zine: Zine }) {
  const { t } = useLingui()
  const location = useLocation()
  const cover = coverOf(zine)
  const { notes } = usePendingNotes(zine, cover ? [cover] : [])
  const isCovered = notes.length > 0
  const language = useTextLanguage(zine.title, zine.language)
  return (
    <li>
      <Link
        {...zineLink(zine.id, location)}
        className={css.match}
        onPointerEnter={preloadZinePopup}
        onFocus={preloadZinePopup}
      >
        {cover && !isCovered ? (
          <Cover address={cover.kind === 'image' ? cover.url : cover.posterUrl} ratio={ratioOf(cover, zine)} />
        ) : (
          <span className={css.cover} />
        )}
        <MatchText
          title={zine.title}
          language={language}
          detail={isCovered ? contentWarningLine(zine) : t`by ${ph({ username: zine.creator.username })}`}
        />
      </Link>
    </li>
  )
}

function Cover({ address, ratio }: { address: string | null; ratio: number }) {
  const [isBroken, setBroken] = useState(false)
  const onBroken = () => setBroken(true)
  if (!address || isBroken) return <span className={css.cover} />
  return (
    <img
      ref={detectEarlyFailure(onBroken)}
      className={css.cover}
      src={stillImageAtWidth(address, 400)}
      alt=""
      style={{ '--r': ratio } as CSSProperties}
      loading="lazy"
      decoding="async"
      onError={onBroken}
    />
  )
}

const CreatorMatch = ({ creator: { id, username, name, profileImageUrl, zine_count } }: { creator: Creator }) => (
  <li>
    <Link to={`/profile/${id}`} className={css.match}>
      <Avatar username={username} imageUrl={profileImageUrl} />
      <MatchText
        title={username}
        language={nameLanguageOf(username)}
        detail={
          name && name !== username ? (
            name
          ) : (
            <Plural value={zine_count} one="Creator, # zine" other="Creator, # zines" />
          )
        }
      />
    </Link>
  </li>
)

type MatchTextProps = { title: string; language: TextLanguage | undefined; detail: ReactNode }

function MatchText({ title, language, detail }: MatchTextProps) {
  return (
    <span className={css.text}>
      <span className={css.title} {...language} data-searched>
        {title}
      </span>{' '}
      <span className={css.detail} dir="auto" data-searched>
        {detail}
      </span>
    </span>
  )
}
