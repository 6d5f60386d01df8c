import { useLingui } from '@lingui/react/macro'
import type { Zine } from '#contract/zines.ts'
import { formatNumber } from '#web/languages/formats.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { HeartIcon } from '#web/ui/marks/icons.tsx'
import { useToggleFavorite } from './favorite-button.tsx'
import css from './favorite-toggle.module.css'

/** The favorite button with its name, for an open zine. */
export function FavoriteToggle({ zine }: { zine: Zine }) {
  const { t, i18n } = useLingui()
  const toggle = useToggleFavorite(zine)
  return (
    <button
      type="button"
      className={buttonClass({ look: 'second' }, css.toggle)}
      aria-pressed={zine.isFavorited}
      onClick={toggle}
    >
      <HeartIcon />
      {t`Favorite`}
      {zine.favoriteCount > 0 && <span className={css.count}>{formatNumber(i18n.locale, zine.favoriteCount)}</span>}
    </button>
  )
}
