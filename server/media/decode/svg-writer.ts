import {
  type CSSToken,
  isTokenFunction,
  isTokenWhitespace,
  TokenType,
  tokenize,
} from '@csstools/css-tokenizer'
import type { SaxesTagPlain } from 'saxes'
import { mostSvgDepth, mostSvgElements } from './decode-task.ts'
import { damagedImage, RefusedFile } from './refused-file.ts'

const isAddress = /^((.*:)?(href|src)|xml:base)$/i
/** The renderer follows no address of these elements, so addresses are removed instead of refused. */
const leadsNowhere = new Set(['a', 'script', 'metadata', 'foreignObject'])
/** Their content is never rendered. The elements stay, because a `switch` may select one. */
const neverDrawn = new Set(['script', 'metadata', 'foreignObject'])

/** Rewrites a parsed drawing without what is not rendered. Refuses external references. */
export function createSvgWriter() {
  const parts: string[] = []
  let elements = 0
  let depth = 0
  /** Depth of the outermost element whose content is omitted. */
  let leftOut = Number.POSITIVE_INFINITY
  /** The text of the open style element, across comments and CDATA. */
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

const outside = 'This SVG links to other files. Embed them or save it as PNG, and try again.'
const tooComplex = 'This SVG is too complex. Simplify it or save it as PNG, and try again.'

const escaped = (text: string) =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

const inside = /^(#|data:image\/(png|jpeg|gif|webp)[;,]|$)/i

/** A part of the same drawing, or an embedded picture. Embedded drawings are refused: they could nest endlessly. */
const isInsideAddress = (address: string) => inside.test(address.trim())

/** An embedded font. The renderer cannot use it, and a substitute would change the drawing. */
const font = /^data:(font|application)\//i

const isOutside = (address: string) => {
  if (font.test(address.trim())) throw new RefusedFile(ownFont)
  return !isInsideAddress(address)
}

const ownFont =
  'This SVG contains a font, which is not supported. Convert its text to paths or save it as PNG, and try again.'

/** Nothing else can name a file, even when escaped. Most texts contain none of these and are not parsed further. */
const mayRefer = /\\|@|url|src|image/i
/** These contain addresses in a syntax of their own, and no drawing needs them. */
const alwaysRefers = /^(image|(-webkit-)?image-set)$/i

function cssRefersOutside(css: string): boolean {
  if (!mayRefer.test(css)) return false
  const tokens = tokenize({ css }, { onParseError: patience() })
  return tokens.some((token, index) => refersOutside(token, () => argumentAt(tokens, index + 1)))
}

/** CSS tolerates errors, but each is slow to handle. No genuine drawing has this many. */
function patience() {
  let left = 1000
  return () => {
    left--
    if (left < 0) throw new RefusedFile(damagedImage)
  }
}

function refersOutside(token: CSSToken, findArgument: () => CSSToken | undefined) {
  if (token[0] === TokenType.BadURL) return true
  if (token[0] === TokenType.URL) return isOutside(token[4].value)
  if (token[0] === TokenType.AtKeyword) return token[4].value.toLowerCase() === 'import'
  if (!isTokenFunction(token)) return false
  if (alwaysRefers.test(token[4].value)) return true
  if (!/^(url|src)$/i.test(token[4].value)) return false
  const argument = findArgument()
  return argument?.[0] !== TokenType.String || isOutside(argument[4].value)
}

function argumentAt(tokens: CSSToken[], from: number) {
  let index = from
  while (isTokenWhitespace(tokens[index])) index++
  return tokens[index]
}
