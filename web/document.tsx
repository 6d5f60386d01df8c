import { useLingui } from '@lingui/react/macro'
import { useContext } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { AccountSlot } from './accounts/sign-in/account-slot.tsx'
import { scrollPositionsKey } from './browser/storage-keys.ts'
import { InlinedContext, type PageHandle, pageDataScript, usePageData } from './page-data/page-data.tsx'
import { Announcement } from './site/announcement.tsx'
import { BackgroundSlot } from './site/background-slot.tsx'
import { Footer } from './site/footer.tsx'
import { Header } from './site/header.tsx'
import { WithoutScripts } from './site/without-scripts.tsx'
import { ToastSlot } from './ui/toasts/toast-slot.tsx'
import { UploadSlot } from './upload/upload-slot.tsx'
import { ZinePopupSlot } from './zines/zine-popup-slot.tsx'

export function Document() {
  const { t } = useLingui()
  const data = usePageData()
  const { inks, theme } = (useMatches().at(-1)?.handle as PageHandle | undefined) ?? {}
  return (
    <html lang={data.language.tag} dir={data.language.dir} data-announcement={data.site.announcement?.id}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <HeadAssets />
      </head>
      <body data-inks={inks ?? 'pink blue'} data-theme={theme}>
        <a className="skip" href="#main">{t`Skip to content`}</a>
        <Announcement />
        <Header />
        <WithoutScripts />
        <Outlet />
        <Footer />
        <ZinePopupSlot />
        <AccountSlot />
        <BackgroundSlot />
        <UploadSlot />
        <ToastSlot />
        <ScrollRestoration storageKey={scrollPositionsKey} />
        <script {...pageDataScript(data)} />
        <script type="module" src={data.assets.script} />
      </body>
    </html>
  )
}

function HeadAssets() {
  const { styles, inlined, fonts, later } = usePageData().assets
  const { css, script } = useContext(InlinedContext)
  return (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {/* Browsers never render these again, so their code stays on the server. */}
      {import.meta.env.SSR && (
        <>
          <meta name="theme-color" content="#f3ecdc" media="(prefers-color-scheme: light)" data-scheme="light" />
          <meta name="theme-color" content="#14120e" media="(prefers-color-scheme: dark)" data-scheme="dark" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="apple-touch-icon" href="/icons/icon-192.png" />
        </>
      )}
      {inlined && (
        <>
          <script
            data-fonts={fonts.join(' ')}
            data-later={later.join(' ')}
            suppressHydrationWarning
            {...rawHtml(script)}
          />
          <style suppressHydrationWarning {...rawHtml(css)} />
        </>
      )}
      {/* Browsers do not fetch a disabled style sheet, but the lazy loader finds its link. React has no type for
          `disabled`. */}
      {styles.map((style) => (
        <link key={style} rel="stylesheet" href={style} {...{ disabled: inlined }} />
      ))}
    </>
  )
}

/** Text from our own build, which React must neither escape nor compare on hydration. */
const rawHtml = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })
