import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { SitePageName } from '#contract/site-pages.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { LanguageSwitcher } from '#web/ui/controls/language-switcher.tsx'
import { Link, OutsideLink } from '#web/ui/controls/link.tsx'
import css from './footer.module.css'

const pageNames: Record<SitePageName, MessageDescriptor> = {
  rules: msg`Rules`,
  privacy: msg`Privacy`,
  imprint: msg`Imprint`,
}

export function Footer() {
  const { t } = useLingui()
  const { contactUrl, pages } = usePageData().site
  return (
    <footer className={css.footer}>
      <div className="wrap">
        <p>
          <Trans>Find or create your next favorite zine.</Trans>
        </p>
        <nav aria-label={t`Footer`}>
          <Link to="/about">{t`About`}</Link>
          <Link to="/offline">{t`Offline zines`}</Link>
          {pages.map((name) => (
            <Link key={name} to={`/${name}`}>
              {t(pageNames[name])}
            </Link>
          ))}
          {contactUrl && <OutsideLink href={contactUrl}>{t`Contact`}</OutsideLink>}
        </nav>
        <LanguageSwitcher label={t`Language`} />
        <div className={`${css.colophon} meta`}>
          <span>{t`Set in Bricolage, Atkinson and Courier. Every screen prints in two inks.`}</span>
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
