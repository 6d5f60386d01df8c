/** A row: folders or files, and what they may import besides themselves. `all` means everything in the rows above. */
type Row = [places: string, mayImport: string]

const server = 'contract/ server/config/ server/process/ server/db/ server/http/'
const pages = 'contract/ web/browser/ web/api/ web/page/ web/ui/'
const members = `${pages} web/accounts/`

/** From the bottom layer up: a row may import only from the rows above it. `web/*` means the files directly in `web/`. */
export const importRules: Row[] = [
  ['contract/', ''],
  ['server/process/', ''],
  ['server/config/', 'contract/ server/process/'],
  ['server/db/', 'contract/ server/config/ server/process/'],
  ['server/http/', 'contract/ server/config/ server/db/'],
  ['server/mail/', server],
  ['server/metrics/', `${server} server/mail/`],
  ['server/media/ server/search/ server/audit/', server],
  ['server/auth/', `${server} server/mail/ server/search/ server/audit/`],
  ['server/announcements/', 'server/db/ server/audit/'],
  [
    'server/zines/ server/series/ server/favorites/ server/follows/ server/shelves/ server/feeds/ server/creators/ server/blocks/ server/projects/ server/focus/ server/accounts/',
    `${server} server/mail/ server/media/ server/search/ server/audit/ server/auth/`,
  ],
  ['server/drafts/', `${server} server/media/ server/auth/ server/zines/`],
  ['server/doors/', `${server} server/media/ server/search/ server/feeds/ server/zines/`],
  [
    'server/moderation/',
    `${server} server/mail/ server/media/ server/search/ server/audit/ server/auth/ server/zines/ server/accounts/`,
  ],
  [
    'server/reports/',
    `${server} server/mail/ server/auth/ server/zines/ server/accounts/ server/audit/ server/moderation/`,
  ],
  ['server/site-pages/', server],
  ['server/documents/', `${server} server/media/`],
  ['server/import/', `${server} server/media/ server/zines/ server/drafts/ server/documents/`],
  ['server/backup/', `${server} server/media/ server/search/ server/projects/`],
  ['web/browser/', ''],
  ['web/api/', 'contract/ web/browser/'],
  ['web/page/', 'contract/ web/api/'],
  ['web/ui/', pages],
  ['web/accounts/ web/not-found/ web/about/ web/details/ web/offline/', pages],
  ['web/site-pages/', `${pages} web/not-found/`],
  ['web/favorites/ web/follows/ web/blocks/ web/shelves/ web/drafts/ web/reports/ web/focus/', members],
  ['web/upload/', `${members} web/details/ web/drafts/`],
  ['web/import/', `${members} web/drafts/ web/upload/`],
  [
    'web/zines/',
    `${members} web/details/ web/not-found/ web/favorites/ web/blocks/ web/reports/ web/shelves/ web/offline/`,
  ],
  ['web/reader/', `${pages} web/details/ web/not-found/ web/zines/ web/offline/`],
  ['web/print/', `${members} web/details/ web/not-found/ web/zines/`],
  ['web/series/', `${pages} web/details/ web/not-found/ web/zines/`],
  ['web/shelf/', `${members} web/not-found/ web/shelves/ web/zines/`],
  ['web/creators/', `${members} web/follows/`],
  ['web/projects/', `${members} web/drafts/ web/focus/`],
  ['web/editor/', `${members} web/drafts/ web/projects/`],
  [
    'web/layout/',
    `${members} web/details/ web/not-found/ web/drafts/ web/upload/ web/focus/ web/zines/ web/reader/ web/projects/ web/editor/`,
  ],
  ['web/leaving/', `${members} web/focus/ web/projects/ web/editor/ web/layout/`],
  ['web/analytics/', members],
  [
    'web/home/ web/profile/ web/settings/',
    `${members} web/details/ web/favorites/ web/follows/ web/blocks/ web/drafts/ web/reports/ web/upload/ web/zines/ web/series/ web/creators/ web/projects/ web/analytics/ web/shelves/`,
  ],
  ['web/site/', `${members} web/upload/ web/focus/ web/leaving/ web/analytics/ web/offline/`],
  ['web/*', 'all'],
  ['server/pages/', `${server} server/site-pages/ server/announcements/ web/* web/page/ web/api/`],
  ['server/all-jobs.ts server/api-routes.ts', 'all'],
  ['server/app.ts', 'all'],
  ['server/start.ts', 'all'],
  ['server/workers/', 'all'],
  ['server/open-site.ts', 'all'],
  ['server/main.ts', 'all'],
  ['server/admin/ demo/', 'all'],
  ['bin/', ''],
  ['packaging/', 'all'],
  ['trials/bench/seed/', 'all'],
  ['tests/', 'all'],
  ['trials/', 'all'],
]
