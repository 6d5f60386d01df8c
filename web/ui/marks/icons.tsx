import type { ReactNode } from 'react'
import css from './heart.module.css'

/** Icons of the first view, inlined because lucide's wrapper alone is a sixtieth of the initial code. */
const Icon = ({ children }: { children: ReactNode }) => (
  <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="7" />
    <path d="m16.5 16.5 5 5" />
  </Icon>
)

export const PlusIcon = () => (
  <Icon>
    <path d="M12 4v16M4 12h16" />
  </Icon>
)

export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c0-8 16-8 16 0" />
  </Icon>
)

const heart = 'M12 20.5 3.4 12a5.4 5.4 0 0 1 7.6-7.6l1 1 1-1a5.4 5.4 0 0 1 7.6 7.6Z'

/** A heart in two layers: the color layer is offset. */
export const HeartIcon = () => (
  <Icon>
    <path className={css.heart} d={heart} />
    <path d={heart} />
  </Icon>
)
