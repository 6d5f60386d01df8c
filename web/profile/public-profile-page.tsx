import { useParams } from 'react-router'
import { readCursor } from '#web/page-data/list-cursor.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { profileReads, readVisitorTab } from './profile-address.ts'
import { Profile } from './profile-page.tsx'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search, viewer }) =>
    profileReads(params.id ?? '', viewer, {
      tab: readVisitorTab(search),
      cursor: readCursor(search),
      forVisitors: true,
    }),
}

export const Page = () => <Profile id={useParams().id ?? ''} forVisitors />
