import type { PageHandle } from '#web/page-data/page-data.tsx'
import { SitePageView, sitePageQuery } from './site-page-view.tsx'

export const handle: PageHandle = { inks: 'sun blue', reads: ({ language }) => [sitePageQuery('imprint', language)] }

export const Page = () => <SitePageView name="imprint" />
