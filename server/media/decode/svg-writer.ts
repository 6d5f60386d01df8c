import type { SaxesTagPlain } from 'saxes'
import { mostSvgDepth, mostSvgElements } from './decode-task.ts'
import { cssRefersOutside, isInsideAddress } from './outside-references.ts'
import { damagedImage, RefusedFile } from './refused-file.ts'

const isAddress = /^((.*:)?(href|src)|xml:base)$/i
/** Drawing follows no address of these: it is left out instead of refused. */
const leadsNowhere = new Set(['a', 'script', 'metadata', 'foreignObject'])
/** Nothing in these is ever drawn. The elements themselves stay, since a `switch` may choose one. */
const neverDrawn = new Set(['script', 'metadata', 'foreignObject'])

/** Takes what a parser reads of a drawing and writes it anew, without what is not drawn; refuses what refers outside. */
export function createSvgWriter() {
  const parts: string[] = []
  let elements = 0
  let depth = 0
  /** How deep the outermost element is whose content is left out. */
  let leftOut = Number.POSITIVE_INFINITY
  /** The text of the style element that is open; comments and CDATA do not part it. */
  let style: string | undefined

  return {
    instruction({ target }: { target: string }) {
      if (/^xml-stylesheet$/i.test(target)) throw new RefusedFile(outside)
    },
    open({ name, attributes }: SaxesTagPlain) {
      elements++
      depth++
      if (elements > mostSvgElements || depth > mostSvgDepth) throw new RefusedFile(tooComplex)
      if (depth > leftOut) return
      const local = localName(name)
      if (local === 'include') throw new RefusedFile(outside)
      if (style !== undefined) throw new RefusedFile(damagedImage)
      parts.push('<', name, Object.entries(attributes).map(writeAttribute(local)).join(''), '>')
      if (local === 'style') style = ''
      if (neverDrawn.has(local)) leftOut = depth
    },
    text(text: string) {
      if (depth === 0 || depth >= leftOut) return
      if (style === undefined) parts.push(escaped(text))
      else style += text
    },
    close({ name }: { name: string }) {
      depth--
      if (depth >= leftOut) return
      leftOut = Number.POSITIVE_INFINITY
      if (style !== undefined) parts.push(writeStyle(style))
      style = undefined
      parts.push('</', name, '>')
    },
    written: () => parts.join(''),
  }
}

const writeAttribute =
  (element: string) =>
  ([name, value]: [string, string]) => {
    if (isAddress.test(name) && leadsNowhere.has(element)) return ''
    const isInside = isAddress.test(name) ? isInsideAddress(value) : !cssRefersOutside(value)
    if (!isInside) throw new RefusedFile(outside)
    return ` ${name}="${escaped(value)}"`
  }

function writeStyle(css: string) {
  if (cssRefersOutside(css)) throw new RefusedFile(outside)
  return escaped(css)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const outside = 'This SVG refers to other files. Embed them, or save it as PNG, and try again.'
const tooComplex =
  'This SVG has too many parts for us to draw. Simplify it, or save it as PNG, and try again.'

const escaped = (text: string) =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
