import css from './overprint.module.css'

/** One or two words printed twice. The color layer is offset, and the black layer stays readable. */
export const Overprint = ({ children, second }: { children: string; second?: boolean }) => (
  <span className={second ? `${css.overprint} ${css.second}` : css.overprint} data-t={children}>
    {children}
  </span>
)
