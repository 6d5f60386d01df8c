import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import * as choices from '#contract/detail-choices.ts'
import { licenceUrl, type Rights, rightsNames } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { seriesAddress } from '#contract/series-address.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import type { FullZine } from '#contract/zines.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import css from './details-list.module.css'
import { languageName } from './language-names.ts'

export function DetailsList({ zine }: { zine: Pick<FullZine, 'details' | 'language'> }) {
  const { i18n } = useLingui()
  const lines = linesOf(zine, i18n).filter(([, content]) => content)
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

const linesOf = ({ details, language }: Pick<FullZine, 'details' | 'language'>, i18n: I18n): Line[] => [
  [
    t(i18n)`Subjects`,
    details.subjects && (
      <FilterLinks
        name="subject"
        values={details.subjects}
        textOf={(subject) => <MemberText text={subject} language={language} />}
      />
    ),
  ],
  [
    t(i18n)`Kind`,
    details.kind && <FilterLink filters={{ kind: details.kind }}>{i18n._(choices.kindNames[details.kind])}</FilterLink>,
  ],
  [
    details.languages && details.languages.length > 1 ? t(i18n)`Languages` : t(i18n)`Language`,
    details.languages && (
      <FilterLinks name="language" values={details.languages} textOf={(tag) => languageName(i18n.locale, tag)} />
    ),
  ],
  [t(i18n)`Made`, formatMade(details, language)],
  [t(i18n)`With`, details.with && listOf(i18n, details.with.map(contributor))],
  [t(i18n)`On paper`, details.paper && <PaperLine paper={details.paper} language={language} />],
  [details.size ? t(i18n)`Size` : t(i18n)`Binding`, formatSize(details, i18n)],
  [t(i18n)`Rights`, details.rights && <RightsLabel rights={details.rights} />],
  [t(i18n)`AI`, details.ai && i18n._(choices.aiShareNames[details.ai])],
]

type FilterLinksProps = {
  name: 'subject' | 'language'
  values: readonly string[]
  textOf: (value: string) => ReactNode
}

function FilterLinks({ name, values, textOf }: FilterLinksProps) {
  const { i18n } = useLingui()
  const links = values.map((value) => (
    <FilterLink key={value} filters={{ [name]: value }}>
      {textOf(value)}
    </FilterLink>
  ))
  return listOf(i18n, links)
}

/** Suppresses hydration warnings, because language names depend on the browser's version. */
const FilterLink = ({ filters, children }: { filters: Filters; children: ReactNode }) => (
  <Link to={filterAddress(filters)} suppressHydrationWarning>
    {children}
  </Link>
)

const contributor = (name: string) => <bdi {...nameLanguageOf(name)}>{name}</bdi>

/** The elements, with the commas of the language. */
const listOf = ({ locale }: I18n, elements: ReactNode[]) =>
  new Intl.ListFormat(locale, { style: 'narrow' })
    .formatToParts(elements.map((_, index) => String(index)))
    .map(({ type, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <Fragment key={index}>{type === 'element' ? elements[Number(value)] : value}</Fragment>
    ))

function formatMade({ madeIn, year }: Details, language: string | null) {
  const yearLink = year && <FilterLink filters={{ year: String(year) }}>{year}</FilterLink>
  if (!madeIn) return yearLink
  const place = <MemberText text={madeIn} language={language} />
  return yearLink ? (
    <Trans>
      in {place}, {yearLink}
    </Trans>
  ) : (
    <Trans>in {place}</Trans>
  )
}

function formatSize({ size, binding }: Details, i18n: I18n) {
  const sizeName = size && i18n._(choices.sizeNames[size])
  const bindingName = binding && i18n._(choices.bindingNames[binding])
  if (sizeName && bindingName) return t(i18n)`${sizeName}, ${bindingName}`
  return sizeName ?? (bindingName && bindingName.charAt(0).toLocaleUpperCase(i18n.locale) + bindingName.slice(1))
}

type PaperLineProps = { paper: NonNullable<Details['paper']>; language: string | null }

/** The link is user content, hence `nofollow ugc`. */
function PaperLine({ paper: { words, url }, language }: PaperLineProps) {
  return (
    <>
      {words && <MemberText text={words} language={language} />}
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
  const { i18n } = useLingui()
  const address = licenceUrl(rights)
  const mark = marks[rights]
  const label = (
    <>
      {mark && (
        <span className={css.mark} aria-hidden="true">
          {mark}
        </span>
      )}
      {i18n._(rightsNames[rights])}
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

type Props = { zine: Pick<FullZine, 'series' | 'details' | 'creatorId' | 'language'> }

export function SeriesLine({ zine: { series, details, creatorId, language } }: Props) {
  const { t } = useLingui()
  if (!series) return null
  const { previous, next } = series
  return (
    <nav className={css.series} aria-label={t`Series`}>
      <p>
        <Link to={seriesAddress(creatorId, series.slug)}>
          <MemberText text={series.title} language={language} />
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

const AdjacentIssue = ({
  side,
  issue: { id, title, language, issue },
}: {
  side: 'Previous' | 'Next'
  issue: Issue
}) => (
  <Link to={`/zine/${id}`} rel={side === 'Next' ? 'next' : 'prev'} title={title}>
    {side === 'Next' ? <Trans>Next issue</Trans> : <Trans>Previous issue</Trans>}
    <span className="sr">
      : <MemberText text={title} language={language} />
      {issue && `, ${formatIssue(issue)}`}
    </span>
  </Link>
)

const formatIssue = (issue: string) => (/^\d/.test(issue) ? `#${issue}` : issue)
