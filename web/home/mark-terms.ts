import { matchRanges } from './match-ranges.ts'

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
