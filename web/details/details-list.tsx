import type { ReactNode } from 'react'
import * as choices from '#contract/detail-choices.ts'
import { licenceUrl, type Rights, rightsNames } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { FullZine } from '#contract/zines.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './details-list.module.css'
import { languageName } from './language-names.ts'

export function DetailsList({ zine: { details } }: { zine: Pick<FullZine, 'details'> }) {
  const lines = linesOf(details).filter(([, content]) => content)
  if (lines.length === 0) return null
  return (
    <dl className={css.details}>
      {lines.map(([name, content]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  )
}

type Line = [name: string, shown: ReactNode]

const linesOf = (details: Details): Line[] => [
  ['Subjects', details.subjects && <FilterLinks name="subject" values={details.subjects} />],
  ['Kind', details.kind && <FilterLink filters={{ kind: details.kind }} text={choices.kindNames[details.kind]} />],
  [
    details.languages && details.languages.length > 1 ? 'Languages' : 'Language',
    details.languages && <FilterLinks name="language" values={details.languages} nameOf={languageName} />,
  ],
  ['Made', formatMade(details)],
  ['With', details.with?.map((name, index) => <Text key={name} text={name} isLater={index > 0} />)],
  ['On paper', details.paper && <PaperLine paper={details.paper} />],
  [details.size ? 'Size' : 'Binding', formatSize(details)],
  ['Rights', details.rights && <RightsLabel rights={details.rights} />],
  ['AI', details.ai && choices.aiShareNames[details.ai]],
]

type FilterLinksProps = {
  name: 'subject' | 'language'
  values: readonly string[]
  nameOf?: (value: string) => string
}

const FilterLinks = ({ name, values, nameOf = (value) => value }: FilterLinksProps) =>
  values.map((value, index) => (
    <span key={value}>
      {index > 0 && ', '}
      <FilterLink filters={{ [name]: value }} text={nameOf(value)} />
    </span>
  ))

/** Suppresses hydration warnings, because language names depend on the browser's version. */
const FilterLink = ({ filters, text }: { filters: Filters; text: string }) => (
  <Link to={filterAddress(filters)} {...useTextLanguage(text)} suppressHydrationWarning>
    {text}
  </Link>
)

function Text({ text, isLater = false }: { text: string; isLater?: boolean }) {
  const language = useTextLanguage(text)
  return (
    <>
      {isLater && ', '}
      <span {...language}>{text}</span>
    </>
  )
}

function formatMade({ madeIn, year }: Details) {
  if (!madeIn && !year) return null
  return (
    <>
      {madeIn && (
        <>
          in <Text text={madeIn} />
        </>
      )}
      {madeIn && year && ', '}
      {year && <FilterLink filters={{ year: String(year) }} text={String(year)} />}
    </>
  )
}

function formatSize({ size, binding }: Details) {
  const parts = [size && choices.sizeNames[size], binding && choices.bindingNames[binding]].filter(Boolean)
  const text = parts.join(', ')
  return text && text.charAt(0).toUpperCase() + text.slice(1)
}

/** The link is user content, hence `nofollow ugc`. */
function PaperLine({ paper: { words, url } }: { paper: NonNullable<Details['paper']> }) {
  const language = useTextLanguage(words ?? '')
  return (
    <>
      {words && <span {...language}>{words}</span>}
      {words && url && ' '}
      {url && (
        <a href={url} rel="nofollow ugc noopener" title={url}>
          {URL.parse(url)?.hostname.replace(/^www\./, '') ?? url}
        </a>
      )}
    </>
  )
}

function RightsLabel({ rights }: { rights: Rights }) {
  const address = licenceUrl(rights)
  const mark = marks[rights]
  const label = (
    <>
      {mark && (
        <span className={css.mark} aria-hidden="true">
          {mark}
        </span>
      )}
      {rightsNames[rights]}
    </>
  )
  if (!address) return label
  return (
    <a href={address} rel="license noopener">
      {label}
    </a>
  )
}

const marks: Partial<Record<Rights, string>> = { reserved: '©' }

type Props = { zine: Pick<FullZine, 'series' | 'details' | 'creatorId'> }

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
        {details.issue && <span className="meta"> {formatIssue(details.issue)}</span>}
      </p>
      {(previous || next) && (
        <p>
          {previous && <AdjacentIssue side="Previous" issue={previous} />}
          {next && <AdjacentIssue side="Next" issue={next} />}
        </p>
      )}
    </nav>
  )
}

type Issue = NonNullable<NonNullable<FullZine['series']>['next']>

const AdjacentIssue = ({ side, issue: { id, title, issue } }: { side: 'Previous' | 'Next'; issue: Issue }) => (
  <Link to={`/zine/${id}`} rel={side === 'Next' ? 'next' : 'prev'} title={title}>
    {side} issue
    <span className="sr">
      : {title}
      {issue && `, ${formatIssue(issue)}`}
    </span>
  </Link>
)

const formatIssue = (issue: string) => (/^\d/.test(issue) ? `#${issue}` : issue)
