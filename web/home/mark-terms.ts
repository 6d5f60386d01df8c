import { folded } from '#contract/normal-form.ts'

const name = 'found'

/** Highlights the terms in current and future `data-searched` elements. Returns a stop function. */
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

/** Ranges of the normalised terms in the original text, in order and merged. */
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

/** Maps normalised units to original letters. Undefined if normalising letter by letter gives another result. */
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
