import { buttonClass } from './button.tsx'
import { Link } from './link.tsx'

/** The way on from a page that has said all it has to say. Back does not lead to that page again. */
export const GoHome = ({ look = 'second' }: { look?: 'first' | 'second' }) => (
  <Link className={buttonClass({ look })} to="/" replace>
    Go to Homepage
  </Link>
)
