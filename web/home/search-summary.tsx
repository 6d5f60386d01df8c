import { Link } from 'react-router'
import { grouped } from '#web/ui/number.ts'
import css from './home.module.css'
import { writeHomeState } from './home-address.ts'
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

/** Says that a typo was forgiven, and leads to the search for exactly what was typed. */
export function CorrectionLine({ state: { tab, text }, pages }: ShownList) {
  const correction = pages?.[0]?.correction
  if (!correction) return null
  return (
    <p className={css.correction}>
      Showing results for <strong dir="auto">{correction.understood}</strong>. Search instead for{' '}
      <Link
        dir="auto"
        to={writeHomeState({ tab, text: correction.literal })}
        preventScrollReset
        onClick={() => document.getElementById('search')?.focus({ preventScroll: true })}
      >
        {text.trim()}
      </Link>
    </p>
  )
}
