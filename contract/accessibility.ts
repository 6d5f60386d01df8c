import type { FullZinePage } from './zines.ts'

/** How many pages have which texts. A page is readable with a description or its words, a video with captions or its words. */
export type PageTextCounts = {
  isVideo: boolean
  pages: number
  described: number
  transcribed: number
  captioned: number
  readable: number
}

export function countPageTexts(pages: FullZinePage[]): PageTextCounts {
  const count = (hasText: (page: FullZinePage) => boolean) => pages.filter(hasText).length
  const isCaptioned = ({ captions }: FullZinePage) => captions.length > 0
  return {
    isVideo: pages.some(({ kind }) => kind === 'video'),
    pages: pages.length,
    described: count(({ altText }) => altText !== ''),
    transcribed: count(({ transcript }) => transcript !== ''),
    captioned: count(isCaptioned),
    readable: count(
      (page) => page.transcript !== '' || (page.kind === 'video' ? isCaptioned(page) : page.altText !== ''),
    ),
  }
}

/** Accessibility metadata with the values of schema.org, which EPUB and OPDS share. */
export function accessibilityOf(counts: PageTextCounts) {
  const ofEveryPage = (count: number) => counts.pages > 0 && count === counts.pages
  const features = [
    ofEveryPage(counts.described) && 'alternativeText',
    ofEveryPage(counts.transcribed) && 'transcript',
    counts.captioned > 0 && 'captions',
  ]
  const modes = counts.isVideo ? ['visual', 'auditory'] : ['visual']
  return {
    accessMode: modes,
    accessModeSufficient: [modes, ...(ofEveryPage(counts.readable) ? [['textual']] : [])],
    feature: features.filter((feature) => feature !== false),
    summary: summaryOf(counts),
  }
}

function summaryOf({ isVideo, pages, described, transcribed, captioned, readable }: PageTextCounts) {
  if (isVideo) {
    if (transcribed > 0)
      return `The words of the video are available as text${captioned > 0 ? ' and as captions' : ''}.`
    return captioned > 0 ? 'The video has captions.' : 'The video has neither captions nor its words as text.'
  }
  if (readable === 0) return 'The pages are pictures without descriptions.'
  if (readable < pages) return `${readable} of ${pages} pages have a description or their words as text.`
  if (described < pages && transcribed < pages) return 'Every page has a description or its words as text.'
  if (described < pages) return 'The words of every page are available as text.'
  return transcribed < pages ? 'Every page has a description.' : 'Every page has a description and its words as text.'
}
