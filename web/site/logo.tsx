import { Link } from 'react-router'
import css from './header.module.css'

export const Logo = () => (
  <Link className={css.logo} to="/" aria-label="Foldout, home">
    <svg viewBox="0 0 48 40" aria-hidden="true">
      <g style={{ isolation: 'isolate' }}>
        <path d="M2 6 18 12V38L2 32Z" />
        <path d="M15 13 32 6V32L15 39Z" />
        <path d="M29 6 46 12V38L29 32Z" />
      </g>
    </svg>
    Foldout
  </Link>
)
