import type { PageSource } from '#server/pages/render-page.ts'

/** The pages from their sources, for tests of how they are served without a build. */
export const pageSource: PageSource = {
  entry: () => import('#web/entry-server.tsx'),
  assetsFor: () => ({
    assets: { script: '/entry.js', styles: [], inlined: true, later: [], fonts: [] },
    css: '',
  }),
}
