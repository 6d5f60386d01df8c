import css from './without-scripts.module.css'

export const WithoutScripts = () => (
  <noscript>
    {import.meta.env.SSR && (
      <details className={`wrap meta ${css.notice}`}>
        <summary>What works without JavaScript</summary>
        You can find and read zines without JavaScript. Signing in, favoriting, uploading, reporting, saving for offline
        reading and opening links from emails require JavaScript.
      </details>
    )}
  </noscript>
)
