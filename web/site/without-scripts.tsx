import css from './without-scripts.module.css'

export const WithoutScripts = () => (
  <noscript>
    {import.meta.env.SSR && (
      <p className={`wrap meta ${css.notice}`}>
        Finding and reading zines works without scripts; signing in, favoriting and uploading need them, and
        so do reporting, keeping zines for offline and the links in mails.
      </p>
    )}
  </noscript>
)
