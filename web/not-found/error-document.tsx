import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'
import type { PageLanguage } from '#web/page-data/page-data.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'
import css from './not-found.module.css'

type Props = { i18n: I18n; language: PageLanguage; code: ErrorCode; status: number; message: string; styles: string[] }

/** A full document for an error page. Needs no script, session or API. */
export const ErrorDocument = ({ i18n, language, code, status, message, styles }: Props) => (
  <html lang={language.tag} dir={language.dir}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>{`${i18n._(titleOf(code))} · Foldout`}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {styles.map((style) => (
        <link key={style} rel="stylesheet" href={style} />
      ))}
    </head>
    <body data-inks="pink blue">
      <main id="main" className={solo.solo}>
        <div>
          <p className={css.huge} aria-hidden="true">
            <span data-t={status}>{status}</span>
          </p>
          <h1>{i18n._(titleOf(code))}</h1>
          <p>{message}</p>
          {/* An empty `href` is the current address. */}
          <a className={buttonClass({})} href={code === 'not_found' ? '/' : ''}>
            {code === 'not_found' ? t(i18n)`Go to Homepage` : t(i18n)`Try again`}
          </a>
        </div>
      </main>
    </body>
  </html>
)

const titles: Partial<Record<ErrorCode, MessageDescriptor>> = {
  not_found: msg`Page Not Found`,
  too_many_requests: msg`One moment, please`,
  unavailable: msg`One moment, please`,
  timed_out: msg`That took too long`,
  internal: msg`This page could not be made`,
}

const titleOf = (code: ErrorCode) => titles[code] ?? msg`This page cannot be shown`
