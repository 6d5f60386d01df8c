import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CreatorsTab } from '#web/creators/creators-tab.tsx'
import { GuestFavorites } from '#web/favorites/guest-favorites.tsx'
import type { PageHandle } from '#web/page-data.tsx'
import { PageHead } from '#web/site/page-head.tsx'
import { TabLinks, tabId } from '#web/ui/tabs.tsx'
import { useViewer } from '#web/viewer.ts'
import { ZinesTab } from '#web/zines/zines-tab.tsx'
import { Banner } from './banner.tsx'
import {
  type HomeState,
  type HomeTab,
  homeRead,
  homeTabs,
  readHomeState,
  writeHomeState,
} from './home-address.ts'
import { TabCount } from './tab-count.tsx'

export const handle: PageHandle = {
  reads: ({ search, viewer }) => {
    const read = homeRead(readHomeState(search), viewer?.id)
    return read ? [read] : []
  },
}

const labels: Record<HomeTab, string> = {
  all: 'All Zines',
  creators: 'Creators',
  popular: 'Popular',
  favorites: 'Favorites',
}
const panelId = 'rack'

export function Page() {
  const [search] = useSearchParams()
  const state = readHomeState(search)
  const { tab, text } = state
  const go = useGo()
  const onSearch = useCallback((next: string) => go({ tab, text: next }), [go, tab])
  const tabs = homeTabs.map((name) => ({
    name,
    label: labels[name],
    to: writeHomeState({ tab: name, text }),
  }))
  return (
    <main id="main">
      <HomeHead {...state} />
      {import.meta.env.SSR && <FeedLink />}
      <Banner state={state} onSearch={onSearch} />
      <div className="wrap">
        <TabLinks label="Browse" panelId={panelId} tabs={tabs} open={tab}>
          <TabCount {...state} />
        </TabLinks>
      </div>
      <section className="wrap rack" role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
        <h2 className="sr">{labels[tab]}</h2>
        <OpenTab {...state} onClear={() => onSearch('')} />
      </section>
    </main>
  )
}

function OpenTab({ onClear, ...state }: HomeState & { onClear: () => void }) {
  const viewer = useViewer()
  const path = homeRead(state, viewer?.id)?.path
  const clear = state.text.trim() === '' ? undefined : onClear
  if (state.tab === 'creators') return <CreatorsTab path={path} onClear={clear} />
  if (state.tab === 'favorites' && viewer === null) return <GuestFavorites />
  return <ZinesTab path={path} onClear={clear} />
}

/** Typing and choosing a tab keep the scroll position; typing leaves no trail in the history. */
function useGo() {
  const navigate = useNavigate()
  return useCallback(
    (state: HomeState) => void navigate(writeHomeState(state), { replace: true, preventScrollReset: true }),
    [navigate],
  )
}

const description = 'A discovery platform for zines. Share your work, explore creators, and stay inspired.'

function HomeHead({ tab, text }: HomeState) {
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
      path={writeHomeState({ tab, text: '' })}
      hidden={asked !== '' || tab === 'favorites'}
    />
  )
}

/** Only the document needs it, so browsers are not sent the code: React leaves alone what else is in the head. */
const FeedLink = () => (
  <link rel="alternate" type="application/atom+xml" title="New zines on Foldout" href="/feeds/zines.atom" />
)
