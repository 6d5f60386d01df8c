import { Link } from 'react-router'
import css from './home.module.css'
import { writeHomeState } from './home-address.ts'
import type { ShownList } from './use-found.ts'

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
