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
/** The words that stand on a page. */
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
/** Drafts that nobody has touched for so long are removed. */
export const draftDays = 180
/** How far ahead a draft can be scheduled. */
export const scheduleDays = 90
export const pdfMb = 100
/** Creators that one member can follow. */
export const memberFollows = 10_000
/** The part of a website address that is shown before an ellipsis. */
export const websiteShown = 20
/** How far, in pixels, a toast is swiped before it goes. */
export const toastSwipe = 50
/** What a report, a reason or a reply says. */
export const reportWords = 1000
export const memberBlocks = 1000
/** Zines that one member can hide for themselves. */
export const memberUnwantedZines = 2000
/** How long the links in a letter about reports work. */
export const letterDays = 14
/** Reports end so long after they were decided on. */
export const reportDays = 180
export const auditDays = 30
/** Beyond so many rows the oldest of the audit log go before their time. */
export const auditRows = 500_000
