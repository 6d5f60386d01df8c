/** A row: folders or files, and what they may import besides themselves. `all` means everything in the rows above. */
type Row = [places: string, mayImport: string]

const serverBase = 'contract/ server/config/ server/process/ server/db/ server/http/'
const pageBase = 'contract/ web/languages/ web/browser/ web/api/ web/page-data/ web/ui/'
const memberBase = `${pageBase} web/accounts/`

/** From the bottom layer up: a row may import only from the rows above it. `web/*` means the files directly in `web/`. */
export const importRules: Row[] = [
  ['contract/', ''],
  ['server/process/', ''],
  ['server/config/', 'contract/ server/process/'],
  ['server/db/', 'contract/ server/config/ server/process/'],
  ['server/languages/', 'contract/ server/config/'],
  ['server/http/', 'contract/ server/config/ server/db/ server/languages/'],
  ['server/mail/', `${serverBase} server/languages/`],
  ['server/lists/', serverBase],
  ['server/metrics/', `${serverBase} server/mail/`],
  ['server/media/ server/search/ server/audit/', `${serverBase} server/lists/`],
  ['server/auth/', `${serverBase} server/languages/ server/mail/ server/search/ server/audit/`],
  ['server/announcements/', 'server/db/ server/audit/'],
  [
    'server/series/ server/favorites/ server/follows/ server/shelves/ server/feeds/ server/creators/ server/blocks/ server/projects/',
    `${serverBase} server/lists/ server/media/ server/search/ server/auth/`,
  ],
  ['server/focus/', `${serverBase} server/auth/ server/projects/`],
  [
    'server/zines/',
    `${serverBase} server/lists/ server/media/ server/search/ server/audit/ server/auth/ server/shelves/`,
  ],
  [
    'server/subscriptions/',
    `${serverBase} server/languages/ server/lists/ server/mail/ server/auth/ server/follows/ server/feeds/`,
  ],
  ['server/drafts/', `${serverBase} server/languages/ server/lists/ server/media/ server/auth/ server/zines/`],
  ['server/interop/', `${serverBase} server/media/ server/search/ server/feeds/ server/zines/`],
  ['server/documents/', `${serverBase} server/languages/ server/media/`],
  [
    'server/import/',
    `${serverBase} server/languages/ server/media/ server/auth/ server/zines/ server/drafts/ server/documents/`,
  ],
  [
    'server/accounts/',
    `${serverBase} server/languages/ server/mail/ server/media/ server/search/ server/audit/ server/auth/ server/creators/ server/shelves/ server/import/`,
  ],
  [
    'server/moderation/',
    `${serverBase} server/lists/ server/mail/ server/media/ server/search/ server/audit/ server/auth/ server/shelves/ server/zines/ server/accounts/`,
  ],
  [
    'server/reports/',
    `${serverBase} server/languages/ server/lists/ server/mail/ server/auth/ server/zines/ server/accounts/ server/audit/ server/moderation/`,
  ],
  ['server/site-pages/', `${serverBase} server/languages/`],
  ['server/backup/', `${serverBase} server/media/ server/search/ server/projects/`],
  ['web/languages/', ''],
  ['web/browser/', 'web/languages/'],
  ['web/api/', 'contract/ web/languages/ web/browser/'],
  ['web/page-data/', 'contract/ web/languages/ web/api/'],
  ['web/ui/', pageBase],
  ['web/accounts/ web/not-found/ web/about/ web/details/', pageBase],
  ['web/offline/', `${memberBase} web/details/`],
  ['web/site-pages/', `${pageBase} web/not-found/`],
  ['web/favorites/ web/follows/ web/blocks/ web/reports/ web/focus/', `${memberBase} web/details/`],
  ['web/creators/', `${memberBase} web/follows/`],
  ['web/shelves/', `${memberBase} web/creators/`],
  ['web/drafts/', `${memberBase} web/offline/`],
  ['web/upload/', `${memberBase} web/details/ web/drafts/`],
  ['web/typeset/', `${memberBase} web/details/ web/drafts/ web/upload/`],
  ['web/import/', `${memberBase} web/drafts/ web/upload/`],
  [
    'web/zines/',
    `${memberBase} web/details/ web/not-found/ web/favorites/ web/blocks/ web/reports/ web/shelves/ web/offline/`,
  ],
  ['web/reader/', `${memberBase} web/details/ web/not-found/ web/favorites/ web/shelves/ web/zines/ web/offline/`],
  ['web/print/', `${memberBase} web/details/ web/not-found/ web/typeset/ web/zines/`],
  ['web/fair-kit/', `${memberBase} web/creators/ web/shelves/ web/typeset/ web/print/`],
  ['web/series/', `${pageBase} web/details/ web/not-found/ web/zines/`],
  // The page of a shelf shows cards of zines, whose menus put zines on shelves.
  ['web/shelves/shelf-line.tsx', `${memberBase} web/shelves/ web/zines/`],
  [
    'web/shelves/shelf-page.tsx',
    `${memberBase} web/not-found/ web/shelves/ web/shelves/shelf-line.tsx web/fair-kit/ web/zines/`,
  ],
  ['web/projects/', `${memberBase} web/drafts/ web/focus/ web/typeset/ web/offline/`],
  ['web/session/', `${memberBase} web/offline/`],
  ['web/editor/', `${memberBase} web/drafts/ web/projects/ web/typeset/ web/session/`],
  [
    'web/layout/',
    `${memberBase} web/details/ web/not-found/ web/drafts/ web/upload/ web/typeset/ web/zines/ web/reader/ web/print/ web/projects/ web/session/ web/offline/`,
  ],
  ['web/sign-out/', `${memberBase} web/focus/ web/projects/ web/session/ web/editor/ web/layout/`],
  ['web/analytics/', memberBase],
  [
    'web/home/ web/profile/ web/settings/',
    `${memberBase} web/details/ web/favorites/ web/follows/ web/blocks/ web/drafts/ web/reports/ web/upload/ web/zines/ web/series/ web/creators/ web/projects/ web/analytics/ web/shelves/ web/fair-kit/`,
  ],
  ['web/site/', `${memberBase} web/upload/ web/focus/ web/sign-out/ web/analytics/ web/offline/`],
  ['web/*', 'all'],
  [
    'server/pages/',
    `${serverBase} server/site-pages/ server/languages/ server/announcements/ web/* web/page-data/ web/languages/ web/api/`,
  ],
  ['server/expired-rows.jobs.ts server/earlier-jobs.ts', 'all'],
  ['server/all-jobs.ts server/api-routes.ts', 'all'],
  ['server/admin/', 'all'],
  ['server/operate/', 'all'],
  ['server/app.ts', 'all'],
  ['server/start.ts', 'all'],
  ['server/workers/', 'all'],
  ['server/open-site.ts', 'all'],
  ['server/main.ts', 'all'],
  ['demo/', 'all'],
  ['bin/', ''],
  ['packaging/', 'all'],
  ['tests/', 'all'],
  ['trials/', 'all'],
]
