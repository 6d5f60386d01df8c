import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { Document } from './document.tsx'
import { areaOfFolder } from './languages/areas.ts'
import { withSentences } from './languages/browser-i18n.ts'
import type { PageHandle } from './page-data/page-data.tsx'
import { PageFailed } from './site/page-failed.tsx'
import { showBusyWhile } from './ui/busy-clicks.ts'

type PageModule = { Page: ComponentType; handle?: PageHandle }

/** The path of every page, by the name of its file: `home` is in `home-page.tsx`. */
const paths: Record<string, string> = {
  home: '/',
  about: '/about',
  rules: '/rules',
  privacy: '/privacy',
  imprint: '/imprint',
  zine: '/zine/:id',
  reader: '/zine/:id/read',
  text: '/zine/:id/text',
  print: '/zine/:id/print',
  'edit-zine': '/zine/:id/edit',
  profile: '/profile/:id?',
  series: '/profile/:id/series/:slug',
  'public-profile': '/public-profile/:id',
  shelf: '/shelf/:id',
  editor: '/project/:id/edit',
  draft: '/draft/:id',
  'print-draft': '/draft/:id/print',
  import: '/import',
  'account-settings': '/account-settings',
  'auth-callback': '/auth/callback',
  'update-password': '/auth/update-password',
  moderate: '/moderate',
  reply: '/reply',
  unsubscribe: '/unsubscribe',
  offline: '/offline',
  'not-found': '*',
}

/** Pages load their code when they are opened. The server finds their styles by the id, which is the source file. */
const pages = Object.entries(import.meta.glob<PageModule>('/web/**/*-page.tsx')).map(([file, load]): RouteObject => {
  const path = paths[file.replace(/.*\/|-page\.tsx$/g, '')]
  return {
    path,
    id: file.slice(1),
    lazy: async () => {
      const { Page, handle } = await showBusyWhile(withSentences(areaOfFolder(file.slice(1)), load))
      return { Component: Page, handle: { ...handle, path } }
    },
  }
})

export const routes: RouteObject[] = [
  {
    id: 'web/document.tsx',
    Component: Document,
    children: [
      {
        id: 'web/site/page-failed.tsx',
        // A separate route: a page's own route does not catch its loading errors.
        ErrorBoundary: PageFailed,
        children: pages,
      },
    ],
  },
]
