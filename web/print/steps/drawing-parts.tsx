import css from './steps.module.css'

/** Open scissors whose blades meet at (x, y) and cut to the left; turned, to the right. */
export const Scissors = ({ x, y, turned }: { x: number; y: number; turned?: boolean }) => (
  <g className={css.scissors} transform={`translate(${x} ${y})${turned ? ' scale(-1 1)' : ''}`}>
    <path d="M0-5l22 9M0 5l22-9" />
    <circle cx="27" cy="-6" r="4.5" />
    <circle cx="27" cy="6" r="4.5" />
  </g>
)

export const Arrow = ({ path, head }: { path: string; head: string }) => (
  <path className={css.arrow} d={path + head} />
)
