import { seriesAddress } from '#contract/series-address.ts'
import type { OpenZine } from '#contract/zines.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './details-list.module.css'

type Props = { zine: Pick<OpenZine, 'series' | 'details' | 'creatorId'> }

/** "Mothlight #3", and the issues before and after it. */
export function SeriesLine({ zine: { series, details, creatorId } }: Props) {
  const language = useTextLanguage(series?.title ?? '')
  if (!series) return null
  const { previous, next } = series
  return (
    <nav className={css.series} aria-label="Series">
      <p>
        <Link to={seriesAddress(creatorId, series.slug)} {...language}>
          {series.title}
        </Link>
        {details.issue && <span className="meta"> {shownIssue(details.issue)}</span>}
      </p>
      {(previous || next) && (
        <p>
          {previous && <Neighbour side="Previous" issue={previous} />}
          {next && <Neighbour side="Next" issue={next} />}
        </p>
      )}
    </nav>
  )
}

type Issue = NonNullable<NonNullable<OpenZine['series']>['next']>

const Neighbour = ({ side, issue: { id, title, issue } }: { side: 'Previous' | 'Next'; issue: Issue }) => (
  <Link to={`/zine/${id}`} rel={side === 'Next' ? 'next' : 'prev'} title={title}>
    {side} issue
    <span className="sr">
      : {title}
      {issue && `, ${shownIssue(issue)}`}
    </span>
  </Link>
)

/** A number is told as one; a name stands for itself. */
const shownIssue = (issue: string) => (/^\d/.test(issue) ? `#${issue}` : issue)
