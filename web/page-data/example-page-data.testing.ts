import type { PageData } from './page-data.tsx'

/** Page data of a site with default settings. */
export const examplePageData: PageData = {
  language: { tag: 'en', dir: 'ltr' },
  site: {
    publicUrl: 'https://foldout.example',
    feedbackUrl: undefined,
    contactUrl: undefined,
    longZinePages: 40,
    signUps: 'open',
    pages: [],
    languages: [],
    defaultLanguage: 'en',
  },
  assets: { script: '', styles: [], inlined: false, later: [], fonts: [] },
  renderedAt: 0,
  responses: [],
}
