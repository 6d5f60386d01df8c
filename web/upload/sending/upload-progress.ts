import type { MediaKind } from '../upload-rules.ts'

/**
 * Where a page is on its way. `waiting` for its turn, `paused` for the network, `checking` by the server;
 * `stopped` by the person, who may start it again like one that `failed`.
 */
export type Step = 'waiting' | 'sending' | 'paused' | 'checking' | 'ready' | 'failed' | 'stopped'

export type PageProgress = {
  kind: MediaKind
  step: Step
  /** The part of the file that has been sent, 0 to 1. */
  sent: number
}

const isUnderway = ({ step }: PageProgress) =>
  step === 'waiting' || step === 'sending' || step === 'paused' || step === 'checking'

/** Whole percent of all pages together; a hundred only when every page is ready. */
export function percentSent(pages: readonly PageProgress[]) {
  if (pages.length === 0) return 0
  const sent = pages.reduce((sum, page) => sum + (page.step === 'ready' ? 1 : page.sent), 0) / pages.length
  return pages.every(({ step }) => step === 'ready') ? 100 : Math.min(99, Math.floor(sent * 100))
}

/** What is going on, in a few words; the percentage stands apart because it changes too often to be read out. */
export function progressWords(pages: readonly PageProgress[]): { words: string; percent: number | null } {
  const current = pages.findIndex(isUnderway)
  const page = pages[current]
  if (!page) return { words: restingWords(pages), percent: null }
  const percent = percentSent(pages)
  const name = pageName(page.kind, current, pages.length)
  if (page.step === 'paused') return { words: `${name} is waiting for the connection`, percent }
  if (page.step === 'checking') return { words: `checking ${name}`, percent: null }
  return { words: `printing ${name}`, percent }
}

function restingWords(pages: readonly PageProgress[]) {
  if (pages.length === 0) return ''
  const held = pages.findIndex(({ step }) => step !== 'ready')
  const page = pages[held]
  if (page) {
    const name = pageName(page.kind, held, pages.length)
    return page.step === 'failed' ? `${name} did not go through` : `${name} was stopped`
  }
  if (pages[0]?.kind === 'video') return 'the video is ready'
  return pages.length === 1 ? 'the page is ready' : `all ${pages.length} pages are ready`
}

const pageName = (kind: MediaKind, place: number, count: number) =>
  kind === 'video' ? 'the video' : `page ${place + 1} of ${count}`
