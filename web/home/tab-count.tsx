import type { CreatorList } from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { useList } from '#web/list.ts'
import { grouped } from '#web/ui/number.ts'
import { useViewer } from '#web/viewer.ts'
import { type HomeState, homeRead } from './home-address.ts'

/** How much lies on the open tab, at the end of the line of tabs; it also tells readers what a search found. */
export function TabCount(state: HomeState) {
  const viewer = useViewer()
  const path = homeRead(state, viewer?.id)?.path
  const { data } = useList<ZineList | CreatorList>(path)
  return (
    <p className="meta" role="status">
      {data && countedTab(state, data.pages)}
      {path !== undefined && !data && 'warming up'}
    </p>
  )
}

function countedTab({ tab, text }: HomeState, pages: (ZineList | CreatorList)[]) {
  const count = pages.reduce((sum, page) => sum + ('zines' in page ? page.zines : page.creators).length, 0)
  const noun = tab === 'creators' ? 'creator' : 'zine'
  const more = pages.at(-1)?.nextCursor ? '+' : ''
  const words = `${grouped(count)}${more} ${noun}${count === 1 && !more ? '' : 's'}`
  if (text.trim() !== '') return `${words} found`
  return tab === 'all' && count > 0 ? `${words}, newest first` : words
}
