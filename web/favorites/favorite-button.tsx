import type { Zine } from '#contract/zines.ts'
import { HeartIcon } from '#web/ui/marks/icons.tsx'
import { counted, grouped } from '#web/ui/number.ts'
import css from './favorite-button.module.css'
import { useToggleFavorite } from './use-toggle-favorite.ts'

/** The heart on a card. The count shows only above 0 (spec §2). */
export function FavoriteButton({ zine }: { zine: Zine }) {
  const toggle = useToggleFavorite(zine)
  const { title, isFavorited, favoriteCount } = zine
  return (
    <button
      type="button"
      className={css.button}
      aria-pressed={isFavorited}
      aria-label={`Favorite ${title}${favoriteCount > 0 ? `, ${counted(favoriteCount, 'favorite')}` : ''}`}
      onClick={toggle}
    >
      <HeartIcon />
      {favoriteCount > 0 && <span>{grouped(favoriteCount)}</span>}
    </button>
  )
}
