import { useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import css from './back-link.module.css'
import { buttonClass } from './button.tsx'
import { Link } from './link.tsx'

export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={css.back} to={to}>
    <ArrowLeft className="ico" aria-hidden="true" />
    {children}
  </Link>
)

/** The link out of a finished page. Replaces that page in the history. */
export const HomeLink = ({ look = 'second' }: { look?: 'first' | 'second' }) => {
  const { t } = useLingui()
  return <Link className={buttonClass({ look })} to="/" replace>{t`Go to Homepage`}</Link>
}
