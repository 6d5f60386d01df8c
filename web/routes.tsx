import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { Document } from './document.tsx'
import type { PageHandle } from './page-data/page-data.tsx'
import { PageFailed } from './site/page-failed.tsx'
import { showBusyWhile } from './ui/busy-clicks.ts'

type PageModule = { Page: ComponentType; handle?: PageHandle }

/** A lazily loaded page. `id` is its source file, by which the server finds its styles. */
const page = (path: string, id: string, load: () => Promise<PageModule>): RouteObject => ({
  path,
  id,
  lazy: async () => {
    const { Page, handle } = await showBusyWhile(load())
    return { Component: Page, handle }
  },
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
        children: [
          page('/', 'web/home/home-page.tsx', () => import('./home/home-page.tsx')),
          page('/about', 'web/about/about-page.tsx', () => import('./about/about-page.tsx')),
          page('/rules', 'web/site-pages/rules-page.tsx', () => import('./site-pages/rules-page.tsx')),
          page('/privacy', 'web/site-pages/privacy-page.tsx', () => import('./site-pages/privacy-page.tsx')),
          page('/imprint', 'web/site-pages/imprint-page.tsx', () => import('./site-pages/imprint-page.tsx')),
          page('/zine/:id', 'web/zines/zine-page.tsx', () => import('./zines/zine-page.tsx')),
          page('/zine/:id/read', 'web/reader/reader-page.tsx', () => import('./reader/reader-page.tsx')),
          page('/zine/:id/text', 'web/reader/text-page.tsx', () => import('./reader/text-page.tsx')),
          page('/zine/:id/print', 'web/print/print-page.tsx', () => import('./print/print-page.tsx')),
          page('/zine/:id/edit', 'web/layout/edit-zine-page.tsx', () => import('./layout/edit-zine-page.tsx')),
          page('/profile/:id?', 'web/profile/profile-page.tsx', () => import('./profile/profile-page.tsx')),
          page('/profile/:id/series/:slug', 'web/series/series-page.tsx', () => import('./series/series-page.tsx')),
          page(
            '/public-profile/:id',
            'web/profile/public-profile-page.tsx',
            () => import('./profile/public-profile-page.tsx'),
          ),
          page('/shelf/:id', 'web/shelf/shelf-page.tsx', () => import('./shelf/shelf-page.tsx')),
          page('/project/:id/edit', 'web/editor/editor-page.tsx', () => import('./editor/editor-page.tsx')),
          page('/draft/:id', 'web/layout/draft-page.tsx', () => import('./layout/draft-page.tsx')),
          page('/draft/:id/print', 'web/layout/print-draft-page.tsx', () => import('./layout/print-draft-page.tsx')),
          page('/import', 'web/import/import-page.tsx', () => import('./import/import-page.tsx')),
          page(
            '/account-settings',
            'web/settings/account-settings-page.tsx',
            () => import('./settings/account-settings-page.tsx'),
          ),
          page(
            '/auth/callback',
            'web/accounts/callback/auth-callback-page.tsx',
            () => import('./accounts/callback/auth-callback-page.tsx'),
          ),
          page(
            '/auth/update-password',
            'web/accounts/recovery/update-password-page.tsx',
            () => import('./accounts/recovery/update-password-page.tsx'),
          ),
          page('/moderate', 'web/reports/moderate-page.tsx', () => import('./reports/moderate-page.tsx')),
          page('/reply', 'web/reports/reply-page.tsx', () => import('./reports/reply-page.tsx')),
          page('/unsubscribe', 'web/settings/unsubscribe-page.tsx', () => import('./settings/unsubscribe-page.tsx')),
          page('/offline', 'web/offline/offline-page.tsx', () => import('./offline/offline-page.tsx')),
          page('*', 'web/not-found/not-found-page.tsx', () => import('./not-found/not-found-page.tsx')),
        ],
      },
    ],
  },
]
