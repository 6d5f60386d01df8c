import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isFiltered } from '#contract/filters.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import { Overprint } from '#web/ui/marks/overprint.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { ZinesTab } from '#web/zines/zines-tab.tsx'
import bannerCss from './banner.module.css'
import css from './home.module.css'
import {
  type HomeState,
  type HomeTab,
  homeQuery,
  homeTabs,
  isSearching,
  readHomeState,
  writeHomeState,
} from './home-address.ts'
import { CorrectionLine, type HomeList, TabCount, useHomeList } from './home-list.tsx'
import { SearchField } from './search-field.tsx'

export const handle: PageHandle = {
  reads: ({ search, viewer }) => {
    const query = homeQuery(readHomeState(search), viewer?.id)
    return query ? [query] : []
  },
  // Browsers do not need the names.
  ...(import.meta.env.SSR && {
    parts: ['web/home/filter-line.tsx', 'web/home/best-matches.tsx', 'web/home/other-tab.tsx'],
  }),
}

const labels: Record<HomeTab, MessageDescriptor> = {
  all: msg`All Zines`,
  creators: msg`Creators`,
  popular: msg`Popular`,
  favorites: msg`Favorites`,
  following: msg`Following`,
}
const panelId = 'rack'

/** On the server, these are rendered at once, so that the page works without scripts. Browsers load them after the page. */
const loadFilters = () => withSentences('reading', () => import('./filter-line.tsx'))
const filters = import.meta.env.SSR ? await loadFilters() : undefined
const FilterLine = filters?.FilterLine ?? lazyOptional(async () => (await loadFilters()).FilterLine)
const NoFilterResults = filters?.NoFilterResults ?? lazyOptional(async () => (await loadFilters()).NoFilterResults)
const loadBestMatches = async () => (await withSentences('reading', () => import('./best-matches.tsx'))).BestMatches
const BestMatches = import.meta.env.SSR ? await loadBestMatches() : lazyOptional(loadBestMatches)
const loadOtherTab = async () => (await withSentences('reading', () => import('./other-tab.tsx'))).OtherTab
const OtherTab = import.meta.env.SSR ? await loadOtherTab() : lazy(async () => ({ default: await loadOtherTab() }))
const FeedLinks = import.meta.env.SSR && (await import('./search-feed.tsx')).FeedLinks

export function Page() {
  const { t } = useLingui()
  const [searchParams] = useSearchParams()
  const viewer = useViewer()
  const state = readHomeState(searchParams)
  const { tab, text, filters } = state
  const homeList = useHomeList(state)
  const onSearch = useSearchNavigation(state)
  const bestMatches = homeList.pages?.[0]?.bestMatches
  useMarkTerms(homeList.pages?.[0]?.terms)
  const tabs = homeTabs
    .filter((name) => name !== 'following' || name === tab || viewer?.followsCreators)
    .map((name) => ({
      name,
      label: t(labels[name]),
      to: writeHomeState({ tab: name, text, filters }),
    }))
  return (
    <main id="main">
      <HomeHead {...state} />
      {/* Server only, because React leaves other elements in the head alone. */}
      {FeedLinks && <FeedLinks state={state} />}
      <SearchBar {...state} onSearch={onSearch} />
      <Banner isSmall={isSearching(state)} />
      <div className="wrap">
        <TabLinks label={t`Browse`} panelId={panelId} tabs={tabs} open={tab}>
          <TabCount {...homeList} />
        </TabLinks>
      </div>
      <section
        className={`wrap ${css.rack}`}
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(panelId, tab)}
        aria-busy={homeList.isStale}
      >
        <h2 className="sr">{t(labels[tab])}</h2>
        {homeList.zines && (
          <div className={css.filters}>
            <Suspense>
              <FilterLine state={state} />
            </Suspense>
          </div>
        )}
        <CorrectionLine {...homeList} />
        {!!bestMatches?.length && (
          <div className={css.matches}>
            <Suspense>
              <BestMatches matches={bestMatches} />
            </Suspense>
          </div>
        )}
        {state.cursor && <BackToTop {...state} />}
        <OpenTab {...homeList} onClear={() => onSearch('')} />
      </section>
    </main>
  )
}

/** History state of an entry that a search created. The entry before it has the list without the search. */
const searchEntryKey = 'search'

/** A search adds one history entry, which further typing replaces and clearing leaves. Shows the list's start. */
function useSearchNavigation({ tab, text, filters }: HomeState) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return async (nextText: string) => {
    const isCleared = nextText.trim() === ''
    if (isCleared && state?.[searchEntryKey]) return void navigate(-1)
    const isNewEntry = !isCleared && text.trim() === ''
    await navigate(writeHomeState({ tab, text: nextText, filters }), {
      replace: !isNewEntry,
      state: isNewEntry ? { [searchEntryKey]: true } : state,
      preventScrollReset: true,
    })
    scrollToStart()
  }
}

/** Scrolls up only until the search bar is at its place in the page, so that the bar does not move on the screen. */
function scrollToStart() {
  const bar = document.getElementById(barId)
  const top = bar?.parentElement?.getBoundingClientRect().top ?? 0
  const distance = top - (bar?.getBoundingClientRect().top ?? top)
  if (distance < 0) window.scrollBy(0, distance)
}

function OpenTab({ state, creators, zines, onClear }: HomeList & { onClear: () => void }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const clear = state.text.trim() === '' ? undefined : onClear
  const restAt = (cursor: string) => writeHomeState({ ...state, cursor })
  const emptyState = isFiltered(state.filters) && (
    <Suspense>
      <NoFilterResults state={state} />
    </Suspense>
  )
  const list = { query: zines, isContinuation: !!state.cursor, restAt, emptyState, onClear: clear }
  if (creators || state.tab === 'following' || (state.tab === 'favorites' && viewer === null))
    return (
      <Suspense
        fallback={<SkeletonCards loadingText={creators ? t`Loading creators` : t`Loading zines`} people={!!creators} />}
      >
        <OtherTab tab={state.tab} creators={creators} {...list} />
      </Suspense>
    )
  return <ZinesTab {...list} />
}

const BackToTop = (state: HomeState) => (
  <p className={css.correction}>
    <Trans>
      The rest of the list. <Link to={writeHomeState({ ...state, cursor: undefined })}>Start at the top</Link>
    </Trans>
  </p>
)

const description = msg`A discovery platform for zines. Share your work, explore creators, and stay inspired.`

function HomeHead({ tab, text, filters }: HomeState) {
  const { t } = useLingui()
  const searchText = text.trim()
  const listName = tab === 'all' ? t`Zines` : t(labels[tab])
  return (
    <PageHead
      title={
        searchText
          ? t`“${searchText}” in ${listName} · Foldout`
          : `${tab === 'all' ? t`Find Or Create Your Next Favorite Zine` : listName} · Foldout`
      }
      description={t(description)}
      path={writeHomeState({ tab, text: '', filters: {} })}
      hidden={tab === 'favorites' || tab === 'following' || isSearching({ text, filters })}
    />
  )
}

function useMarkTerms(terms: string[] | undefined) {
  useEffect(() => {
    if (!terms?.length) return
    const pendingMarks = import('./mark-terms.ts').then(
      ({ markTerms }) => markTerms(terms),
      () => undefined,
    )
    return () => void pendingMarks.then((stop) => stop?.())
  }, [terms])
}

const barId = 'search-bar'

/** The bar is above everything that a search makes smaller, so that the field does not move while a visitor types. */
const SearchBar = ({ onSearch, ...state }: HomeState & { onSearch: (text: string) => void }) => (
  <div className={css.bar} id={barId} data-searching={isSearching(state) || undefined}>
    <div className="wrap">
      <SearchField {...state} onSearch={onSearch} />
    </div>
  </div>
)

const Banner = ({ isSmall }: { isSmall: boolean }) => {
  const { t } = useLingui()
  return (
    <section className={bannerCss.banner} data-small={isSmall || undefined}>
      <div className="wrap">
        <div>
          <h1>
            <Trans>
              Find Or Create Your Next <Overprint>Favorite</Overprint> <Overprint second>Zine</Overprint>
            </Trans>
          </h1>
          {!isSmall && (
            <>
              <p
                className={bannerCss.lede}
              >{t`A discovery platform for zines. Share your work, explore creators, and stay inspired.`}</p>
              <p className={bannerCss.surprise}>
                <a href="/surprise" rel="nofollow">{t`Surprise me`}</a>
              </p>
            </>
          )}
        </div>
        {!isSmall && <Imposition />}
      </div>
    </section>
  )
}

const impositionLabel = msg`One printed sheet with eight small pages. Fold it, cut the middle, and it’s a zine.`

/** A picture of a printed sheet. Its plates are masks, so that they print in the theme's colors. */
const Imposition = () => {
  const { t } = useLingui()
  return (
    <div className={bannerCss.imposition} role="img" aria-label={t(impositionLabel)}>
      <div className={bannerCss.job}>
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
