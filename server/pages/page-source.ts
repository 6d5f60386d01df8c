/** What a page's files need beside them, and the text of its styles. */
export type PageAssets = { assets: import('#web/page/page-data.tsx').Assets; css: string }

/** Where the code of the pages comes from: Vite's own server while developing, the build otherwise. */
export type PageSource = {
  entry: () => Promise<typeof import('#web/entry-server.tsx')>
  assetsFor: (files: string[]) => PageAssets
}
