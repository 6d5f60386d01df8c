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

const outside = 'This SVG links to other files. Embed them or save it as PNG, and try again.'
const tooComplex = 'This SVG is too complex. Simplify it or save it as PNG, and try again.'

const escaped = (text: string) =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

const inside = /^(#|data:image\/(png|jpeg|gif|webp)[;,]|$)/i

/** Of a part of the same drawing, or of a picture that is embedded in it. A drawing in a drawing could go on for ever. */
const isInsideAddress = (address: string) => inside.test(address.trim())

/** A font that is embedded. Nothing here draws with it, and other letters than the maker's would be no help. */
const font = /^data:(font|application)\//i

const isOutside = (address: string) => {
  if (font.test(address.trim())) throw new RefusedFile(ownFont)
  return !isInsideAddress(address)
}

const ownFont =
  'This SVG contains a font, which is not supported. Convert its text to paths or save it as PNG, and try again.'

/** Nothing else can name a file, however it is escaped: most texts have none of these and are not read any further. */
const mayRefer = /\\|@|url|src|image/i
/** These hold addresses in ways of their own, and no drawing has a use for them. */
const alwaysRefers = /^(image|(-webkit-)?image-set)$/i

function cssRefersOutside(css: string): boolean {
  if (!mayRefer.test(css)) return false
  const tokens = tokenize({ css }, { onParseError: patience() })
  return tokens.some((token, index) => refersOutside(token, () => argumentAt(tokens, index + 1)))
}

/** Mistakes are forgiven, as CSS wants it, but each is slow: nobody has made so many in earnest. */
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
