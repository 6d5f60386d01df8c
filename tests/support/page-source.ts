import type { PageSource } from '#server/pages/draw-page.ts'

/** The pages from their sources, without a build: for tests of how they are served. */
export const pageSource: PageSource = {
  entry: () => import('#web/entry-server.tsx'),
  assetsFor: () => ({
    assets: { script: '/entry.js', styles: [], inlined: true, later: [], fonts: [] },
    css: '',
  }),
}
