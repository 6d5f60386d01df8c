import type { PageHandle } from '#web/page/page-data.tsx'
import { sitePageQuery, Written } from './written.tsx'

export const handle: PageHandle = { inks: 'sun blue', reads: () => [sitePageQuery('imprint')] }

export const Page = () => <Written name="imprint" />
