import type { ErrorCode } from '#contract/errors.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'
import css from './not-found.module.css'

type Props = { code: ErrorCode; status: number; message: string; styles: string[] }

/** A full document for an error page. Needs no script, session or API. */
export const ErrorDocument = ({ code, status, message, styles }: Props) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>{`${titleOf(code)} · Foldout`}</title>
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
          <h1>{titleOf(code)}</h1>
          <p>{message}</p>
          {/* An empty `href` is the current address. */}
          <a className={buttonClass({})} href={code === 'not_found' ? '/' : ''}>
            {code === 'not_found' ? 'Go to Homepage' : 'Try again'}
          </a>
        </div>
      </main>
    </body>
  </html>
)

const titles: Partial<Record<ErrorCode, string>> = {
  not_found: 'Page Not Found',
  too_many_requests: 'One moment, please',
  unavailable: 'One moment, please',
  timed_out: 'That took too long',
  internal: 'This page could not be made',
}

const titleOf = (code: ErrorCode) => titles[code] ?? 'This page cannot be shown'
