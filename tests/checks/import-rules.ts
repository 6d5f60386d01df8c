/** A row: folders or files, and what they may import besides themselves. `all` means everything in the rows above. */
type Row = [places: string, mayImport: string]

const serverBase = 'contract/ server/config/ server/process/ server/db/ server/http/'
const pageBase = 'contract/ web/browser/ web/api/ web/page-data/ web/ui/'
const memberBase = `${pageBase} web/accounts/`

/** From the bottom layer up: a row may import only from the rows above it. `web/*` means the files directly in `web/`. */
export const importRules: Row[] = [
  ['contract/', ''],
  ['server/process/', ''],
  ['server/config/', 'contract/ server/process/'],
  ['server/db/', 'contract/ server/config/ server/process/'],
  ['server/http/', 'contract/ server/config/ server/db/'],
  ['server/mail/', serverBase],
  ['server/metrics/', `${serverBase} server/mail/`],
  ['server/media/ server/search/ server/audit/', serverBase],
  ['server/auth/', `${serverBase} server/mail/ server/search/ server/audit/`],
  ['server/announcements/', 'server/db/ server/audit/'],
  [
    'server/zines/ server/series/ server/favorites/ server/follows/ server/shelves/ server/feeds/ server/creators/ server/blocks/ server/projects/ server/focus/ server/accounts/',
    `${serverBase} server/mail/ server/media/ server/search/ server/audit/ server/auth/`,
  ],
  ['server/subscriptions/', `${serverBase} server/mail/ server/follows/ server/feeds/`],
  ['server/drafts/', `${serverBase} server/media/ server/auth/ server/zines/`],
  ['server/interop/', `${serverBase} server/media/ server/search/ server/feeds/ server/zines/`],
  [
    'server/moderation/',
    `${serverBase} server/mail/ server/media/ server/search/ server/audit/ server/auth/ server/zines/ server/accounts/`,
  ],
  [
    'server/reports/',
    `${serverBase} server/mail/ server/auth/ server/zines/ server/accounts/ server/audit/ server/moderation/`,
  ],
  ['server/site-pages/', serverBase],
  ['server/documents/', `${serverBase} server/media/`],
  ['server/import/', `${serverBase} server/media/ server/zines/ server/drafts/ server/documents/`],
  ['server/backup/', `${serverBase} server/media/ server/search/ server/projects/`],
  ['web/browser/', ''],
  ['web/api/', 'contract/ web/browser/'],
  ['web/page-data/', 'contract/ web/api/'],
  ['web/ui/', pageBase],
  ['web/accounts/ web/not-found/ web/about/ web/details/ web/offline/', pageBase],
  ['web/site-pages/', `${pageBase} web/not-found/`],
  ['web/favorites/ web/follows/ web/blocks/ web/shelves/ web/drafts/ web/reports/ web/focus/', memberBase],
  ['web/upload/', `${memberBase} web/details/ web/drafts/`],
  ['web/import/', `${memberBase} web/drafts/ web/upload/`],
  [
    'web/zines/',
    `${memberBase} web/details/ web/not-found/ web/favorites/ web/blocks/ web/reports/ web/shelves/ web/offline/`,
  ],
  ['web/reader/', `${memberBase} web/details/ web/not-found/ web/favorites/ web/shelves/ web/zines/ web/offline/`],
  ['web/print/', `${memberBase} web/details/ web/not-found/ web/zines/`],
  ['web/series/', `${pageBase} web/details/ web/not-found/ web/zines/`],
  ['web/shelf/', `${memberBase} web/not-found/ web/shelves/ web/zines/`],
  ['web/creators/', `${memberBase} web/follows/`],
  ['web/projects/', `${memberBase} web/drafts/ web/focus/`],
  ['web/editor/', `${memberBase} web/drafts/ web/projects/`],
  [
    'web/layout/',
    `${memberBase} web/details/ web/not-found/ web/drafts/ web/upload/ web/focus/ web/zines/ web/reader/ web/projects/ web/editor/`,
  ],
  ['web/sign-out/', `${memberBase} web/focus/ web/projects/ web/editor/ web/layout/`],
  ['web/analytics/', memberBase],
  [
    'web/home/ web/profile/ web/settings/',
    `${memberBase} web/details/ web/favorites/ web/follows/ web/blocks/ web/drafts/ web/reports/ web/upload/ web/zines/ web/series/ web/creators/ web/projects/ web/analytics/ web/shelves/`,
  ],
  ['web/site/', `${memberBase} web/upload/ web/focus/ web/sign-out/ web/analytics/ web/offline/`],
  ['web/*', 'all'],
  ['server/pages/', `${serverBase} server/site-pages/ server/announcements/ web/* web/page-data/ web/api/`],
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
