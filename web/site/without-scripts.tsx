import { useLingui } from '@lingui/react/macro'
import css from './without-scripts.module.css'

export const WithoutScripts = () => {
  const { t } = useLingui()
  return (
    <noscript>
      {import.meta.env.SSR && (
        <details className={`wrap meta ${css.notice}`}>
          <summary>{t`What works without JavaScript`}</summary>
          {t`You can find and read zines without JavaScript. Signing in, favoriting, uploading, reporting, saving for offline reading and opening links from emails require JavaScript.`}
        </details>
      )}
    </noscript>
  )
}
