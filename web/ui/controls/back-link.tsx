import { ArrowLeft } from 'lucide-react'
import css from './back-link.module.css'
import { buttonClass } from './button.tsx'
import { Link } from './link.tsx'

/** The way to the page above this one. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={css.back} to={to}>
    <ArrowLeft className="ico" aria-hidden="true" />
    {children}
  </Link>
)

/** The way on from a page that has said all it has to say. Back does not lead to that page again. */
export const GoHome = ({ look = 'second' }: { look?: 'first' | 'second' }) => (
  <Link className={buttonClass({ look })} to="/" replace>
    Go to Homepage
  </Link>
)
