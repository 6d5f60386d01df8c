import { ArrowLeft } from 'lucide-react'
import css from './back-link.module.css'
import { Link } from './link.tsx'

/** The way to the page above this one. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={css.back} to={to}>
    <ArrowLeft className="ico" aria-hidden="true" />
    {children}
  </Link>
)
