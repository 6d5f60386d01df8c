import type { CSSProperties } from 'react'
import { usePageData } from '#web/page-data/page-data.tsx'
import { Link, OutsideLink } from '#web/ui/controls/link.tsx'
import css from './footer.module.css'

export function Footer() {
  const { contactUrl, pages } = usePageData().site
  return (
    <footer className={css.footer}>
      <div className="wrap">
        <p>Find or create your next favorite zine.</p>
        <nav aria-label="Footer">
          <Link to="/about">About</Link>
          <Link to="/offline">Offline zines</Link>
          {pages.map((name) => (
            <Link key={name} to={`/${name}`}>
              {`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
            </Link>
          ))}
          {contactUrl && <OutsideLink href={contactUrl}>Contact</OutsideLink>}
        </nav>
        <div className={`${css.colophon} meta`}>
          <span>Set in Bricolage, Atkinson and Courier. Every screen prints in two inks.</span>
          {/* `theme-select.tsx` fills this space later. */}
          <span className={css.theme} />
          <span className={css.inkbar} aria-hidden="true">
            {['blue', 'pink', 'sun', 'green', 'ink'].map((ink) => (
              <i key={ink} style={{ '--c': `var(--${ink})` } as CSSProperties} />
            ))}
          </span>
        </div>
      </div>
    </footer>
  )
}
