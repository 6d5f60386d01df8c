import { grouped } from '#web/ui/number.ts'
import type { ShownList } from './use-found.ts'

/** How much lies on the open tab, at the end of the line of tabs; it also tells readers, once, what a search found. */
export function TabCount({ state, list, pages, isError }: ShownList) {
  const asked = state.text.trim()
  const correction = pages?.[0]?.correction
  return (
    <p className="meta">
      <span role="status">
        {pages && countedTab(state, pages)}
        <span className="sr">
          {isError && 'This could not be read'}
          {asked &&
            pages &&
            ` for ${correction ? `${correction.understood}, because nothing has ` : ''}${asked}`}
        </span>
      </span>
      {list && !pages && !isError && <span aria-hidden="true">warming up</span>}
    </p>
  )
}

function countedTab({ tab, text }: ShownList['state'], pages: NonNullable<ShownList['pages']>) {
  const count = pages.reduce((sum, page) => sum + ('zines' in page ? page.zines : page.creators).length, 0)
  const noun = tab === 'creators' ? 'creator' : 'zine'
  const more = pages.at(-1)?.nextCursor ? '+' : ''
  const isSearch = text.trim() !== ''
  const words = `${count === 0 && isSearch ? 'No' : grouped(count)}${more} ${noun}${count === 1 && !more ? '' : 's'}`
  if (isSearch) return `${words} found`
  return tab === 'all' && count > 0 ? `${words}, newest first` : words
}
