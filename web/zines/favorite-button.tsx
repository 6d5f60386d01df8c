import type { Zine } from '#contract/zines.ts'
import { HeartIcon } from '#web/ui/icons.tsx'
import { useToggleFavorite } from './use-toggle-favorite.ts'

/** The heart on a card. The count shows only above 0 (spec §2). */
export function FavoriteButton({ zine }: { zine: Zine }) {
  const toggle = useToggleFavorite(zine)
  const { title, isFavorited, favoriteCount } = zine
  return (
    <button
      type="button"
      className="fav"
      aria-pressed={isFavorited}
      aria-label={`Favorite ${title}${favoriteCount > 0 ? `, ${favorites(favoriteCount)}` : ''}`}
      onClick={toggle}
    >
      <HeartIcon />
      {favoriteCount > 0 && <span>{favoriteCount.toLocaleString('en')}</span>}
    </button>
  )
}

const favorites = (count: number) => (count === 1 ? '1 favorite' : `${count.toLocaleString('en')} favorites`)
