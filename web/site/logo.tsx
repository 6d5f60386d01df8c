import { Link } from 'react-router'

export const Logo = () => (
  <Link className="logo" to="/" aria-label="Foldout, home">
    <svg viewBox="0 0 48 40" aria-hidden="true">
      <g style={{ isolation: 'isolate' }}>
        <path className="a" d="M2 6 18 12V38L2 32Z" />
        <path className="b" d="M15 13 32 6V32L15 39Z" />
        <path className="a" d="M29 6 46 12V38L29 32Z" />
      </g>
    </svg>
    Foldout
  </Link>
)
