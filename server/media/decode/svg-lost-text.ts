import { msg } from '@lingui/core/runtime-macro'
import { RejectedFileError } from './file-errors.ts'

/** The renderer ignores these elements. Browsers and drawing programs show the text in them. */
const unrendered = new Set(['foreignObject', 'textPath', 'flowRoot'])
const graphics = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'image', 'use'])

export type SvgElement = { local: string; attributes: Record<string, string>; depth: number }

type Branch = SvgElement & { isEmpty: boolean }
/**
 * A switch shows its first supported branch. `lost` is the text of its branches that only other programs support.
 * `test` is a branch that only tests whether a program supports HTML, as in drawings of draw.io.
 */
type Switch = { depth: number; branch?: Branch; lost?: string; test?: Branch } & Shown
/** What the branches after a lost one show. */
type Shown = { text: string; hasGraphics: boolean }

type Unrendered = SvgElement & { text: string; hasContent: boolean }

/** Follows the elements of a drawing. Refuses one whose text would be missing from the picture. */
export function createLostTextCheck() {
  const switches: Switch[] = []
  let open: Unrendered | undefined
  let textDepth: number | undefined
  /** The sentence of draw.io about lost text is true only if nothing replaces the HTML of the labels. */
  let [hasReplacedText, hasSentence] = [false, false]

  function finishUnrendered(element: Unrendered) {
    const isLost = element.local === 'foreignObject' ? element.hasContent : element.text.trim() !== ''
    const parent = switches.at(-1)
    if (parent?.branch && isSkipped(parent.branch, element)) {
      if (isLost) parent.lost = (parent.lost ?? '') + element.text
    } else if (isLost && (isForHtml(element) || !isForOthers(element))) throw lostTextError()
  }
  /** Whether it has only a sentence about lost text, which browsers do not show. */
  function finishSwitch(last: Switch) {
    switches.pop()
    const isSentence = !showsEverything(last)
    if (isSentence && (!last.test?.isEmpty || last.lost !== undefined || switches.length > 0)) throw lostTextError()
    hasSentence ||= isSentence
    hasReplacedText ||= last.lost !== undefined
    return isSentence
  }
  return {
    open(element: SvgElement) {
      const { local, depth } = element
      if (open) {
        open.hasContent = true
        return
      }
      const parent = switches.at(-1)
      if (parent?.depth === depth - 1) startBranch(parent, element)
      else if (parent?.branch) parent.branch.isEmpty = false
      if (local === 'switch') switches.push({ depth, text: '', hasGraphics: false })
      if (unrendered.has(local)) open = { ...element, text: '', hasContent: false }
      if (local === 'text') textDepth ??= depth
      if (graphics.has(local)) for (const each of switches) each.hasGraphics ||= isAlternative(each)
    },
    text(text: string) {
      if (open) {
        open.text += text
        open.hasContent ||= text.trim() !== ''
      } else if (textDepth !== undefined) for (const each of switches) if (isAlternative(each)) each.text += text
    },
    /** Whether the element that ends is not to be shown. */
    close(depth: number) {
      if (depth === open?.depth) {
        finishUnrendered(open)
        open = undefined
      }
      if (depth === textDepth) textDepth = undefined
      if (depth === 1 && hasSentence && !hasReplacedText) throw lostTextError()
      const last = switches.at(-1)
      return last?.depth === depth && finishSwitch(last)
    },
    /** Whether an element is a branch for HTML, which the renderer would select and not show. */
    isHtmlBranch: ({ local, depth }: SvgElement) =>
      local === 'foreignObject' && open?.depth === depth && switches.at(-1)?.depth === depth - 1,
  }
}

const isAlternative = ({ lost, test }: Switch) => lost !== undefined || test !== undefined

function startBranch(parent: Switch, branch: SvgElement) {
  const previous = parent.branch
  if (previous && previous.local !== 'foreignObject' && isForHtml(previous) && parent.lost === undefined)
    parent.test ??= previous
  parent.branch = { ...branch, isEmpty: true }
}

const isForHtml = ({ attributes: { requiredFeatures = '', requiredExtensions = '' } }: SvgElement) =>
  /#Extensibility(\s|$)/.test(requiredFeatures) || requiredExtensions.includes('http://www.w3.org/1999/xhtml')
/** Only programs that know its extensions show the element. */
const isForOthers = (element: SvgElement) => Boolean(element.attributes.requiredExtensions?.trim())

/** The renderer goes on to the next branch. A `foreignObject` that is a branch itself is not passed on. */
const isSkipped = (branch: SvgElement, { local, depth }: Unrendered) =>
  (branch.depth === depth && local === 'foreignObject') || isForHtml(branch) || isForOthers(branch)

/** Another branch must show the same words, or shapes and pictures without words. */
function showsEverything({ lost, test, text, hasGraphics }: Switch) {
  const shown = withoutSpaces(text)
  if (lost === undefined) return !test || hasGraphics || shown === ''
  return shown === '' ? hasGraphics : shown.includes(withoutSpaces(lost))
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

const lostTextError = () =>
  new RejectedFileError(
    msg`This SVG contains text that would be lost, such as HTML or text on a path. Convert its text to paths or save it as PNG, and try again.`,
  )
