import css from './without-scripts.module.css'

export const WithoutScripts = () => (
  <noscript>
    {import.meta.env.SSR && (
      <p className={`wrap meta ${css.notice}`}>
        You can find and read zines without JavaScript. Signing in, favoriting, uploading, reporting, saving for offline
        reading and opening links from emails require JavaScript.
      </p>
    )}
  </noscript>
)
