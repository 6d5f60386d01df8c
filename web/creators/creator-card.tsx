import { Link } from 'react-router'
import type { Creator } from '#contract/creators.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { counted } from '#web/ui/number.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './creator-card.module.css'

export function CreatorCard({ creator }: { creator: Creator }) {
  const { id, username, bio, profileImageUrl, zine_count, follower_count } = creator
  const language = useTextLanguage(bio ?? '')
  return (
    <article className={css.card}>
      <Avatar username={username} imageUrl={profileImageUrl} />
      <div className={css.head}>
        <h3 data-searched>{username}</h3>
        <p className="meta">
          <span>{counted(zine_count, 'zine')}</span>
          <span>{counted(follower_count, 'follower')}</span>
        </p>
      </div>
      <p className={css.bio} {...language} data-searched>
        {bio}
      </p>
      <Link className={buttonClass({ look: 'second', size: 'small' })} to={`/profile/${id}`}>
        View Profile<span className="sr"> of {username}</span>
      </Link>
    </article>
  )
}
