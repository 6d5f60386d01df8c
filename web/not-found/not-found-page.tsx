import type { PageHandle } from '#web/page/page-data.tsx'
import { NotFound } from './not-found.tsx'

export const handle: PageHandle = { status: 404 }

// A file of its own: other pages import NotFound, and the build lists the styles of a page only under the file of its route.
export const Page = () => <NotFound />
