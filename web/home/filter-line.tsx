import type { I18n } from '@lingui/core'
import { ph, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { kindNames, lengthNames, readingDirectionNames } from '#contract/detail-choices.ts'
import { type FilterName, type Filters, filterNames, isFiltered, parseFilters } from '#contract/filters.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { languageName } from '#web/details/language-names.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { FeedLink } from '#web/ui/controls/feed-link.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { FilterForm } from './filter-form.tsx'
import css from './filter-line.module.css'
import { type HomeState, writeHomeState } from './home-address.ts'
import { searchFeed } from './search-feed.tsx'

const summaryId = 'filter'
/** Moves focus to the summary, because the submitted form may be taller than a phone's window. */
const focusSummary = () => findSummary()?.focus()
const findSummary = () => document.getElementById(summaryId)

export function FilterLine({ state }: { state: HomeState }) {
  const { t, i18n } = useLingui()
  const { filters } = state
  const feed = searchFeed(state)
  return (
    <div className={css.toolbar}>
      <FilterChoices state={state} />
      {isFiltered(filters) && (
        <ul className={css.chips} aria-label={t`Filters`}>
          {describeFilters(filters, i18n).map(({ name, label }) => (
            <li key={name}>
              <Link
                className={css.chip}
                to={addressOf(state, without(filters, name))}
                preventScrollReset
                onClick={focusSummary}
              >
                <span className="sr">{t`Remove filter:`} </span>
                <span>{label}</span>
                <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
          <li>
            <Link to={addressOf(state, {})} preventScrollReset onClick={focusSummary}>{t`Clear filters`}</Link>
          </li>
        </ul>
      )}
      {feed && <FeedLink href={feed}>{t`Feed of these zines`}</FeedLink>}
    </div>
  )
}

const addressOf = (state: HomeState, filters: Filters) => writeHomeState({ ...state, filters, cursor: undefined })

const without = (filters: Filters, name: FilterName): Filters => ({ ...filters, [name]: undefined })

/** A plain GET form, so that filtering works without scripts. On phones, scripts show it in a sheet. */
function FilterChoices({ state }: { state: HomeState }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const sheet = useFilterSheet()
  const panel = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const adoptOpenPanel = useEffectEvent(() => {
    if (!panel.current?.open) return
    const isJustOpened = document.activeElement === findSummary()
    if (!isJustOpened || !isPhone()) return setOpen(true)
    panel.current.open = false
    sheet.open()
  })
  // The user may have opened the panel before hydration.
  useEffect(() => adoptOpenPanel(), [])
  const applyFilters = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget) as unknown as Iterable<[string, string]>
    // Scrolls up, because the banner becomes smaller and the tabs would be behind the search bar.
    void navigate(addressOf(state, parseFilters(new URLSearchParams([...fields]))), { replace: sheet.isOpen })
    if (panel.current) panel.current.open = false
    focusSummary()
  }
  const openSheet = (event: MouseEvent) => {
    if (panel.current?.open || !isPhone()) return
    event.preventDefault()
    sheet.open()
  }
  const showPanel = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open) return
    setOpen(true)
    currentTarget.scrollIntoView({ block: 'nearest' })
  }
  const form = { ...state, onSubmit: applyFilters }
  return (
    <>
      <details ref={panel} className={css.panel} onToggle={showPanel}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control */}
        <summary
          id={summaryId}
          className={buttonClass({ look: 'second', size: 'small' })}
          onClick={openSheet}
        >{t`Filter`}</summary>
        {!sheet.Component && <FilterForm key={writeHomeState(state)} {...form} isOpen={isOpen} />}
      </details>
      {sheet.Component && <sheet.Component {...form} onClose={sheet.close} returnFocusTo={findSummary} />}
    </>
  )
}

/** The style sheets use the same width. */
const isPhone = () => matchMedia('(max-width: 40rem)').matches
/** History state of an open sheet's entry, so that Back closes the sheet. */
const sheetKey = 'filterSheet'
/** The entry of a reloaded page or typed address keeps its state, but not its sheet. */
const firstKey: string | undefined = import.meta.env.SSR ? undefined : history.state?.key

function useFilterSheet() {
  const navigate = useNavigate()
  const { pathname, search, state, key } = useLocation()
  const isOpen = state?.[sheetKey] === true && key !== firstKey
  const open = () =>
    void navigate(pathname + search, { state: { ...state, [sheetKey]: true }, preventScrollReset: true })
  const close = () => void navigate(-1)
  const Loaded = useLazyComponent(isOpen, async () => (await import('./filter-sheet.tsx')).FilterSheet, close)
  return { isOpen, open, close, Component: isOpen ? Loaded : undefined }
}

export const NoFilterResults = ({ state }: { state: HomeState }) => {
  const { t, i18n } = useLingui()
  const filters = describeFilters(state.filters, i18n).map(({ name, label }, index) => (
    <span key={name}>
      {index > 0 && ' · '}
      {label}
    </span>
  ))
  return (
    <Empty
      spot="empty"
      title={t`No zines found`}
      hint={
        state.text.trim() ? (
          <Trans>Nothing matches this search and these filters: {filters}</Trans>
        ) : (
          <Trans>No zine matches all of this: {filters}</Trans>
        )
      }
    >
      <Link
        className={buttonClass({ look: 'second' })}
        to={addressOf(state, {})}
        preventScrollReset
        onClick={focusSummary}
      >{t`Clear filters`}</Link>
    </Empty>
  )
}

const bdi = (text: string) => <bdi {...textLanguageOf(text)}>{text}</bdi>

const filterLabels: { [Name in FilterName]: (value: NonNullable<Filters[Name]>, i18n: I18n) => ReactNode } = {
  language: (tag, i18n) => t(i18n)`In ${ph({ language: languageName(i18n.locale, tag) })}`,
  kind: (kind, i18n) => i18n._(kindNames[kind]),
  subject: (text) => {
    const subject = bdi(text)
    return <Trans>About {subject}</Trans>
  },
  series: (text) => {
    const title = bdi(text)
    return <Trans>Series {title}</Trans>
  },
  year: (year, i18n) => (year.endsWith('s') ? t(i18n)`From the ${year}` : t(i18n)`From ${year}`),
  length: (length, i18n) => i18n._(lengthNames[length]),
  direction: (direction, i18n) => i18n._(readingDirectionNames[direction]),
  copy: (_, i18n) => t(i18n)`May be copied`,
  paper: (_, i18n) => t(i18n)`On paper`,
  print: (_, i18n) => t(i18n)`May be printed`,
  words: (_, i18n) => t(i18n)`Words for every page`,
}

const describeFilters = (filters: Filters, i18n: I18n) =>
  filterNames.flatMap((name) => {
    const value = filters[name]
    const label = filterLabels[name] as (value: string, i18n: I18n) => ReactNode
    return value ? [{ name, label: label(value, i18n) }] : []
  })
