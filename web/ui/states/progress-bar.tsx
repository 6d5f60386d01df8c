import css from './progress-bar.module.css'

/** Decorative, because the text next to it says the same. */
export const ProgressBar = ({ part }: { part: number }) => (
  <div className={css.bar} aria-hidden="true">
    <i style={{ width: `${Math.round(part * 100)}%` }} />
  </div>
)
