import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isFiltered } from '#contract/filters.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { CreatorsTab } from '#web/creators/creator-rack.tsx'
import { GuestFavorites } from '#web/favorites/guest-favorites.tsx'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import { Overprint } from '#web/ui/marks/overprint.tsx'
import { ZinesTab } from '#web/zines/zines-tab.tsx'
import { CorrectionLine, type ShownList, TabCount, useFound } from './found-list.tsx'
import css from './home.module.css'
import {
  type HomeState,
  type HomeTab,
  homeQuery,
  homeTabs,
  readHomeState,
  writeHomeState,
} from './home-address.ts'
import { searchFeed } from './search-feed.ts'
import { SearchField } from './search-field.tsx'

export const handle: PageHandle = {
  reads: ({ search, viewer }) => {
    const query = homeQuery(readHomeState(search), viewer?.id)
    return query ? [query] : []
  },
}

const labels: Record<HomeTab, string> = {
  all: 'All Zines',
  creators: 'Creators',
  popular: 'Popular',
  favorites: 'Favorites',
}
const panelId = 'rack'

/** Rendered on the server, so that filters work without scripts. Browsers load the code after the page. */
const loadFilters = () => import('./filter-line.tsx')
const FilterLine = import.meta.env.SSR
  ? (await loadFilters()).FilterLine
  : lazyOrNothing(async () => (await loadFilters()).FilterLine)
const NothingFiltered = import.meta.env.SSR
  ? (await loadFilters()).NothingFiltered
  : lazyOrNothing(async () => (await loadFilters()).NothingFiltered)

export function Page() {
  const [search] = useSearchParams()
  const state = readHomeState(search)
  const { tab, text, filters } = state
  const found = useFound(state)
  const onSearch = useSearching(state)
  useMarks(found.pages?.[0]?.terms)
  const tabs = homeTabs.map((name) => ({
    name,
    label: labels[name],
    to: writeHomeState({ tab: name, text, filters }),
  }))
  return (
    <main id="main">
      <HomeHead {...state} />
      {/* Server only, because React leaves other elements in the head alone. */}
      {import.meta.env.SSR && <FeedLinks state={state} />}
      <Banner state={state} onSearch={onSearch} />
      <div className="wrap">
        <TabLinks label="Browse" panelId={panelId} tabs={tabs} open={tab}>
          <TabCount {...found} />
        </TabLinks>
      </div>
      <section
        className={`wrap ${css.rack}`}
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(panelId, tab)}
        aria-busy={found.isLate}
      >
        <h2 className="sr">{labels[tab]}</h2>
        {found.zines && (
          <div className={css.filters}>
            <Suspense>
              <FilterLine state={state} />
            </Suspense>
          </div>
        )}
        <CorrectionLine {...found} />
        {state.cursor && <WayToTheTop {...state} />}
        <OpenTab {...found} onClear={() => onSearch('')} />
      </section>
    </main>
  )
}

/** History state of an entry that a search created. The entry before it has the list without the search. */
const begun = 'search'

/** A search adds one history entry, which further typing replaces and clearing leaves. Keeps the scroll position. */
function useSearching({ tab, text, filters }: HomeState) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (next: string) => {
    const isCleared = next.trim() === ''
    if (isCleared && state?.[begun]) return void navigate(-1)
    const begins = !isCleared && text.trim() === ''
    void navigate(writeHomeState({ tab, text: next, filters }), {
      replace: !begins,
      state: begins ? { [begun]: true } : state,
      preventScrollReset: true,
    })
  }
}

function OpenTab({ state, creators, zines, onClear }: ShownList & { onClear: () => void }) {
  const viewer = useViewer()
  const clear = state.text.trim() === '' ? undefined : onClear
  const restAt = (cursor: string) => writeHomeState({ ...state, cursor })
  if (creators) return <CreatorsTab list={creators} restAt={restAt} onClear={clear} />
  if (state.tab === 'favorites' && viewer === null) return <GuestFavorites />
  const nothing = isFiltered(state.filters) && (
    <Suspense>
      <NothingFiltered state={state} />
    </Suspense>
  )
  return <ZinesTab query={zines} isRest={!!state.cursor} {...{ restAt, nothing }} onClear={clear} />
}

const WayToTheTop = (state: HomeState) => (
  <p className={css.correction}>
    The rest. <Link to={writeHomeState({ ...state, cursor: undefined })}>Start at the top</Link>
  </p>
)

const description = 'A discovery platform for zines. Share your work, explore creators, and stay inspired.'

function HomeHead({ tab, text, filters }: HomeState) {
  const asked = text.trim()
  const what = tab === 'all' ? 'Zines' : labels[tab]
  return (
    <PageHead
      title={
        asked
          ? `“${asked}” in ${what} · Foldout`
          : `${tab === 'all' ? 'Find Or Create Your Next Favorite Zine' : what} · Foldout`
      }
      description={description}
      path={writeHomeState({ tab, text: '', filters: {} })}
      hidden={asked !== '' || tab === 'favorites' || isFiltered(filters)}
    />
  )
}

function useMarks(terms: string[] | undefined) {
  useEffect(() => {
    if (!terms?.length) return
    const marking = import('./mark-terms.ts').then(
      ({ markTerms }) => markTerms(terms),
      () => undefined,
    )
    return () => void marking.then((stop) => stop?.())
  }, [terms])
}

/** Feeds of all zines and of this search, and the OPDS catalogue. */
function FeedLinks({ state }: { state: HomeState }) {
  const feed = searchFeed(state)
  return (
    <>
      <link
        rel="alternate"
        type="application/atom+xml"
        title="New zines on Foldout"
        href="/feeds/zines.atom"
      />
      {feed && <link rel="alternate" type="application/atom+xml" title="Zines of this search" href={feed} />}
      <link rel="alternate" type="application/opds+json" title="Foldout" href="/opds" />
    </>
  )
}

const Banner = ({ state, onSearch }: { state: HomeState; onSearch: (text: string) => void }) => (
  <section className={css.banner}>
    <div className="wrap">
      <div>
        <h1>
          Find Or Create Your Next <Overprint>Favorite</Overprint> <Overprint second>Zine</Overprint>
        </h1>
        <p className={css.lede}>
          A discovery platform for zines. Share your work, explore creators, and stay inspired.
        </p>
        <SearchField {...state} onSearch={onSearch} />
        <p className={css.surprise}>
          <a href="/surprise" rel="nofollow">
            Surprise me
          </a>
        </p>
      </div>
      <Imposition />
    </div>
  </section>
)

const words =
  'One printed sheet with eight small pages. Fold along the dotted lines, cut the middle, and it’s a zine.'

/** A picture of a printed sheet. Its plates are masks, so that they print in the theme's colors. */
const Imposition = () => (
  <div className={css.imposition} role="img" aria-label={words}>
    <div className={css.job}>
      <i className={css.plateA} />
      <i className={css.plateB} />
      <i className={css.keyPlate} />
    </div>
  </div>
)
