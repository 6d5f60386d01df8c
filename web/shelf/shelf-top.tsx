import { lazy, Suspense } from 'react'
import type { Shelf } from '#contract/shelves.ts'
import { shelfFeedAddress } from '#web/shelves/shelf-calls.ts'
import { visibilityMark } from '#web/shelves/shelf-words.ts'
import { FeedLink } from '#web/ui/controls/feed-link.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { Badge } from '#web/ui/marks/badge.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './shelf-page.module.css'

const ShelfMenu = lazy(async () => ({ default: (await import('./shelf-menu.tsx')).ShelfMenu }))

/** What a shelf is called, whose it is, and what is said about it. */
export function ShelfTop({ shelf, isOwn }: { shelf: Shelf; isOwn: boolean }) {
  const { id, title, about, owner, visibility, isToRead } = shelf
  const mounted = useMounted()
  const isListed = isOwn || visibility === 'public'
  const language = useTextLanguage(title)
  const aboutLanguage = useTextLanguage(about)
  return (
    <header className={css.top}>
      <div className={css.head}>
        <h1 {...language}>{title}</h1>
        {isOwn && !isToRead && (
          <div className={css.menu}>
            <Suspense>{mounted && <ShelfMenu shelf={shelf} />}</Suspense>
          </div>
        )}
      </div>
      <p className={css.by}>
        <Avatar username={owner.username} imageUrl={owner.profileImageUrl} />
        <span>
          A shelf of{' '}
          <Link to={`/profile/${owner.id}${isListed ? '?tab=shelves' : ''}`}>{owner.username}</Link>
        </span>
        {visibilityMark[visibility] && <Badge>{visibilityMark[visibility]}</Badge>}
        {visibility === 'public' && <FeedLink href={shelfFeedAddress(id)}>Feed of this shelf</FeedLink>}
      </p>
      {about && (
        <p className={css.about} {...aboutLanguage}>
          {about}
        </p>
      )}
    </header>
  )
}
