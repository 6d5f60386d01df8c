import css from './steps.module.css'

/** Open scissors that cut to the left, the tips of their blades at the origin. */
export const Scissors = () => (
  <g className={css.scissors}>
    <path d="M0-5l22 9M0 5l22-9" />
    <circle cx="27" cy="-6" r="4.5" />
    <circle cx="27" cy="6" r="4.5" />
  </g>
)

export const Arrow = ({ path, head }: { path: string; head: string }) => (
  <path className={css.arrow} d={path + head} />
)
