import { normaliseText } from '#contract/normalise-text.ts'

const highlightName = 'found'

/** Highlights the terms in current and future `data-searched` elements. Returns a stop function. */
export function markTerms(terms: string[]) {
  if (!('highlights' in CSS)) return
  const marks = new Highlight()
  CSS.highlights.set(highlightName, marks)
  let frame = 0
  const markAll = () => {
    marks.clear()
    for (const text of searchedTexts()) {
      for (const [start, end] of matchRanges(text.data, terms)) marks.add(rangeOf(text, start, end))
    }
  }
  const scheduleMarking = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(markAll)
  }
  const observer = new MutationObserver(scheduleMarking)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  markAll()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    if (CSS.highlights.get(highlightName) === marks) CSS.highlights.delete(highlightName)
  }
}

function* searchedTexts() {
  for (const element of document.querySelectorAll('[data-searched]')) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) yield walker.currentNode as Text
  }
}

const rangeOf = (node: Text, start: number, end: number) =>
  new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end })

type TextRange = [start: number, end: number]

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Ranges of the normalised terms in the original text, in order and merged. */
export function matchRanges(text: string, terms: string[]): TextRange[] {
  const normalisedText = normaliseText(text)
  const ranges = terms.flatMap((term) => rangesOf(term, normalisedText))
  if (ranges.length === 0) return []
  const origins = originsOf(text, normalisedText)
  if (!origins) return []
  return mergeRanges(ranges.map(([start, end]) => [origins[start]?.[0] ?? 0, origins[end - 1]?.[1] ?? 0]))
}

function rangesOf(term: string, normalisedText: string) {
  const ranges: TextRange[] = []
  if (term === '') return ranges
  for (let index = normalisedText.indexOf(term); index >= 0; index = normalisedText.indexOf(term, index + 1)) {
    ranges.push([index, index + term.length])
  }
  return ranges
}

/** Maps normalised units to original letters. Undefined if normalising letter by letter gives another result. */
function originsOf(text: string, normalisedText: string) {
  const origins: TextRange[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const normalisedSegment = normaliseText(segment)
    // Some signs are ignored between certain letters only, such as the dot of l·l.
    if (!normalisedText.startsWith(normalisedSegment, origins.length)) continue
    for (let unit = 0; unit < normalisedSegment.length; unit += 1) origins.push([index, index + segment.length])
  }
  return origins.length === normalisedText.length ? origins : undefined
}

function mergeRanges(ranges: TextRange[]) {
  const merged: TextRange[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
