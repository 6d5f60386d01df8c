import type { PageHandle } from '#web/page/page-data.tsx'
import { NotFound } from './not-found.tsx'

export const handle: PageHandle = { status: 404 }

export const Page = () => <NotFound />
