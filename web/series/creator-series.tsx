import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { seriesAddress } from '#contract/series-address.ts'
import type { Series } from '#contract/series-issues.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './creator-series.module.css'
import { userSeriesQuery } from './series-calls.ts'

export function CreatorSeries({ userId }: { userId: string }) {
  const { t } = useLingui()
  const series = useQuery(userSeriesQuery(userId)).data?.series ?? []
  if (series.length === 0) return null
  return (
    <nav className={css.series} aria-label={t`Series`}>
      <span className="meta">{t`Series`}</span>
      <ul>
        {series.map((item) => (
          <li key={item.slug}>
            <SeriesLink userId={userId} series={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type LinkProps = { userId: string; series: Pick<Series, 'title' | 'language' | 'slug'> }

const SeriesLink = ({ userId, series: { title, language, slug } }: LinkProps) => (
  <Link to={seriesAddress(userId, slug)} {...useTextLanguage(title, language)}>
    {title}
  </Link>
)
