import { useParams } from 'react-router'
import { readCursor } from '#web/page/list-rest.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { profileReads, readVisitedTab } from './profile-address.ts'
import { Profile } from './profile-page.tsx'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search, viewer }) =>
    profileReads(params.id ?? '', viewer, {
      tab: readVisitedTab(search),
      cursor: readCursor(search),
      forVisitors: true,
    }),
}

export const Page = () => <Profile id={useParams().id ?? ''} forVisitors />
