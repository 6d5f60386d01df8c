import css from './progress-bar.module.css'

/** Decorative, because the text next to it says the same. */
export const ProgressBar = ({ progress }: { progress: number }) => (
  <div className={css.bar} aria-hidden="true">
    <i style={{ width: `${Math.round(progress * 100)}%` }} />
  </div>
)
