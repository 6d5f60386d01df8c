/**
 * Numbers the product fixes. Everything that shows or enforces one imports them from here (`import * as limits`): each is
 * a constant of its own, so that a page carries only those it uses.
 */

export const zineImages = 5
export const zineVideos = 1
export const zineTitle = 200
export const zineDescription = 5000
/** Of one zine or draft made on the layout table, whatever `LONG_ZINE_PAGES` says. */
export const longZinePagesMost = 64
export const altText = 1000
export const transcript = 4000
/** As many characters of a zine's transcripts as it is found by. */
export const searchedTranscripts = 20_000
/** The same of its descriptions of pages: twice what a short zine can have. */
export const searchedAltTexts = 10_000
export const printings = 50
export const printingNote = 200
export const passwordMin = 6
export const passwordMax = 128
export const usernameMin = 3
export const usernameMax = 30
export const photoMb = 5
/** The largest SVG: one takes far longer to draw than to send. */
export const drawingMb = 1
export const bio = 2000
export const name = 80
export const website = 500
export const email = 254
export const searchText = 200
export const pageSize = 24
export const pageSizeMax = 100
export const skeletonCards = 6
/** What one member can have; nobody who makes zines by hand gets there. */
export const memberZines = 20_000
/** Of zines, and of uploads that are in none yet. */
export const memberMedia = 120_000
export const memberDrafts = 50
export const draftDays = 180
export const scheduleDays = 90
export const fileName = 255
export const pdfMb = 100
export const memberFollows = 10_000
/** The part of a website address that is shown before an ellipsis. */
export const websiteShown = 20
/** How far, in pixels, a toast is swiped before it goes. */
export const toastSwipe = 50
export const reportWords = 1000
export const memberBlocks = 1000
export const memberUnwantedZines = 2000
export const announcementText = 160
export const letterDays = 14
export const reportDays = 180
/** Of the whole site, decided on or not. */
export const siteReports = 10_000
export const auditDays = 30
/** Beyond so many rows the oldest of the audit log go before their time. */
export const auditRows = 500_000
export const series = 120
export const issue = 40
export const madeIn = 80
export const subject = 60
export const paperWords = 200
export const contentNote = 200
/** The longest language tag there is by BCP 47's own advice. */
export const languageTag = 35
export const zineLanguages = 3
export const zineSubjects = 6
export const suggestedSubjects = 12
/** Offered before anything is typed, of those that zines have. */
export const offeredSubjects = 40
export const offeredLanguages = 60
export const zineContributors = 10
/** All that a zine says of itself, every text as long as it may be, its note among it. */
export const allDetails =
  series +
  issue +
  madeIn +
  zineSubjects * subject +
  zineContributors * name +
  paperWords +
  website +
  contentNote +
  zineLanguages * languageTag
export const oldestYear = 1900
export const shelfTitle = 80
export const shelfAbout = 500
export const shelfNote = 500
export const memberShelves = 100
export const shelfItems = 500
/** A title is longer where letters are spelled out; what is longer still is cut. */
export const seriesSlug = 150
/** So many series stand on a profile, and so many issues of each are counted. */
export const shownSeries = 50
export const countedIssues = 100
/** The table of an import, which says what its zines are. */
export const importTableMb = 10
export const importMb = 200
export const importRows = 200
/** Drafts that imports have made for one member, who may have as many as `importRows` by the page. */
export const importedDrafts = 5_000
/** Imports that are kept for one member with what became of them, and for how long. */
export const memberImports = 10
export const importDays = 30
