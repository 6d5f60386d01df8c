import css from './overprint.module.css'

/** One or two words pulled twice through the machine: the colour slips, the black stays readable. */
export const Overprint = ({ children, second }: { children: string; second?: boolean }) => (
  <span className={second ? `${css.overprint} ${css.second}` : css.overprint} data-t={children}>
    {children}
  </span>
)
