import { folded } from '#contract/normal-form.ts'

/** The name that `::highlight(…)` in home.module.css goes by. */
const name = 'found'

/**
 * Marks the terms in every element that has `data-searched`, also in those that come later, until the function that
 * it gives back is called. Nothing in the document changes; a browser without highlights marks nothing.
 */
export function markTerms(terms: string[]) {
  if (!('highlights' in CSS)) return
  const marks = new Highlight()
  CSS.highlights.set(name, marks)
  let frame = 0
  const markAll = () => {
    marks.clear()
    for (const text of searchedTexts()) {
      for (const [start, end] of matchRanges(text.data, terms)) marks.add(rangeOf(text, start, end))
    }
  }
  const markSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(markAll)
  }
  const observer = new MutationObserver(markSoon)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  markAll()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    if (CSS.highlights.get(name) === marks) CSS.highlights.delete(name)
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

/** Where in a text, as it stands, the folded terms are found: in order, and ranges that meet are one. */
export function matchRanges(text: string, terms: string[]): TextRange[] {
  const whole = folded(text)
  const found = terms.flatMap((term) => rangesOf(term, whole))
  if (found.length === 0) return []
  const origins = originsOf(text, whole)
  if (!origins) return []
  return joined(found.map(([start, end]) => [origins[start]?.[0] ?? 0, origins[end - 1]?.[1] ?? 0]))
}

function rangesOf(term: string, whole: string) {
  const ranges: TextRange[] = []
  if (term === '') return ranges
  for (let at = whole.indexOf(term); at >= 0; at = whole.indexOf(term, at + 1)) {
    ranges.push([at, at + term.length])
  }
  return ranges
}

/** For each unit of the folded text the letter that it came of; nothing when folding letters one by one differs. */
function originsOf(text: string, whole: string) {
  const origins: TextRange[] = []
  let letters = ''
  for (const { segment, index } of graphemes.segment(text)) {
    const letter = folded(segment)
    letters += letter
    for (let unit = 0; unit < letter.length; unit += 1) origins.push([index, index + segment.length])
  }
  return letters === whole ? origins : undefined
}

function joined(ranges: TextRange[]) {
  const apart: TextRange[] = []
  for (const [start, end] of ranges.sort((one, other) => one[0] - other[0])) {
    const last = apart.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([start, end])
  }
  return apart
}
