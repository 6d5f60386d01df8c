/** Fixed limits (`import * as limits`). Separate constants, so that a page bundles only those it uses. */

export const zineImages = 5
export const zineVideos = 1
export const zineTitle = 200
export const zineDescription = 5000
/** The highest allowed value of `LONG_ZINE_PAGES`. */
export const longZinePagesMax = 64
export const altText = 1000
export const transcript = 4000
/** Languages of a video's captions, and the bytes in each. */
export const captionTracks = 6
export const captionsBytes = 200_000
/** Indexed characters of a zine's transcripts. */
export const indexedTranscripts = 20_000
/** Indexed characters of a zine's alt texts: twice the maximum of a short zine. */
export const indexedAltTexts = 10_000
export const printings = 50
export const printingNote = 200
export const passwordMin = 6
export const passwordMax = 128
export const usernameMin = 3
export const usernameMax = 30
export const photoMb = 5
/** The default of `MAX_IMAGE_MB`. The page maker reduces larger pictures. */
export const imageMb = 20
/** The maximum for SVG. Rendering an SVG takes far longer than uploading it. */
export const svgMb = 1
export const bio = 2000
export const name = 80
export const website = 500
export const email = 254
export const searchText = 200
export const pageSize = 24
export const pageSizeMax = 100
export const bestMatches = 3
export const skeletonCards = 6
/** Abuse limit, far above what a member makes by hand. */
export const memberZines = 20_000
/** Includes uploads that no zine uses yet. */
export const memberMedia = 120_000
export const memberDrafts = 50
export const draftDays = 180
export const scheduleDays = 90
export const fileName = 255
export const pdfMb = 100
export const memberFollows = 10_000
/** Characters of a website address shown before the ellipsis. */
export const displayedWebsiteLength = 20
/** Pixels of a swipe that dismisses a toast. */
export const toastSwipe = 50
export const reportText = 1000
export const memberBlocks = 1000
export const memberUnwantedZines = 2000
export const announcementText = 160
export const moderationEmailDays = 14
export const reportDays = 180
/** This limit is for the whole site and includes resolved reports. */
export const siteReports = 10_000
export const auditDays = 30
/** Above this number the oldest audit rows are deleted early. */
export const auditRows = 500_000
export const series = 120
export const issue = 40
export const madeIn = 80
export const subject = 60
export const paperText = 200
export const contentNote = 200
/** The maximum that BCP 47 recommends. */
export const languageTag = 35
export const zineLanguages = 3
export const zineSubjects = 6
export const suggestedSubjects = 12
/** Suggested subjects before the member types anything. */
export const initialSubjectSuggestions = 40
export const offeredLanguages = 60
export const zineContributors = 10
/** The total of all detail texts at their limits, including the content note. */
export const allDetails =
  series +
  issue +
  madeIn +
  zineSubjects * subject +
  zineContributors * name +
  paperText +
  website +
  contentNote +
  zineLanguages * languageTag
export const oldestYear = 1900
export const shelfTitle = 80
export const shelfAbout = 500
export const shelfNote = 500
export const memberShelves = 100
export const shelfItems = 500
/** Longer than a title, because normalisation can expand letters (ß to ss). Longer slugs are truncated. */
export const seriesSlug = 150
/** Series shown on a profile, and issues counted for each. */
export const listedSeries = 50
export const countedIssues = 100
export const importTableMb = 10
export const importMb = 200
export const importRows = 200
/** Unpublished drafts that a member's imports may create. */
export const importedDrafts = 5_000
/** Imports stored per member with their results, and their retention in days. */
export const memberImports = 10
export const importDays = 30
/** Pages made on the site: `contract/page-recipe.ts`. Title, text and captions together fit in a transcript. */
export const recipeTextBytes = 8_000
/** The drawing and stamps of a page, and those of all pages of a zine. */
export const recipeDrawingBytes = 40_000
export const zineDrawingBytes = 500_000
export const recipeBytes = recipeTextBytes + recipeDrawingBytes
export const recipeStrokes = 500
/** Characters of one stroke. */
export const recipeStrokePoints = 20_000
export const recipeStamps = 30
export const recipeTitle = 200
export const recipeText = 2_800
export const recipeCaption = 150
export const recipePanels = 6
export const recipeBubbles = 12
export const recipeRunningTitle = 40
export const recipeBubble = 120
export const recipePictureAltText = 300
/** Pictures that the recipes of a zine name. The same picture counts once. */
export const zineRecipePictures = longZinePagesMax * recipePanels
/** How long a session lasts without use. */
export const sessionDays = 30
