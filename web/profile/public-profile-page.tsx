import { useParams } from 'react-router'
import type { PageHandle } from '#web/page/page-data.tsx'
import { profileReads, readProfileCursor } from './profile-address.ts'
import { Profile } from './profile-page.tsx'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search, viewer }) =>
    profileReads(params.id ?? '', viewer, { tab: 'zines', cursor: readProfileCursor(search) }),
}

/** A profile as visitors see it, for its owner too. */
export const Page = () => <Profile id={useParams().id ?? ''} forVisitors />
