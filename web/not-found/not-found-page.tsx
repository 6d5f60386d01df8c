import type { PageHandle } from '#web/page-data/page-data.tsx'
import { NotFound } from './not-found.tsx'

export const handle: PageHandle = { status: 404 }

// A separate file, because other pages import NotFound and the build lists a page's styles only under its route's file.
export const Page = () => <NotFound />
