import { type CSSToken, isTokenFunction, isTokenWhitespace, TokenType, tokenize } from '@csstools/css-tokenizer'
import { msg } from '@lingui/core/runtime-macro'
import type { SaxesTagPlain } from 'saxes'
import { maxSvgDepth, maxSvgElements } from './decode-task.ts'
import { damagedImageMessage, notMediaMessage, RejectedFileError } from './file-errors.ts'
import { createLostTextCheck } from './svg-lost-text.ts'

const addressAttribute = /^((.*:)?(href|src)|xml:base)$/i
/** The renderer follows no address of these elements, so addresses are removed instead of refused. */
const elementsWithoutLinks = new Set(['a', 'script', 'metadata', 'foreignObject'])
/** Their content is never rendered. */
const neverRendered = new Set(['script', 'metadata', 'foreignObject'])

/** Rewrites a parsed drawing without what is not rendered. Refuses external references. */
export function createSvgWriter() {
  const output: string[] = []
  let elements = 0
  let depth = 0
  /** Depth of the outermost element whose content is omitted. */
  let omittedDepth = Number.POSITIVE_INFINITY
  /** Whether the outermost element itself is omitted, because a `switch` would select it. */
  let isElementOmitted = false
  const lostText = createLostTextCheck()
  /** Where the output of each open switch starts. */
  const switchStarts: number[] = []
  /** The text of the open style element, across comments and CDATA. */
  let openStyle: string | undefined

  return {
    instruction({ target }: { target: string }) {
      if (/^xml-stylesheet$/i.test(target)) throw new RejectedFileError(externalReferenceMessage)
    },
    open({ name, attributes }: SaxesTagPlain) {
      elements++
      depth++
      if (elements > maxSvgElements || depth > maxSvgDepth) throw new RejectedFileError(tooComplexMessage)
      const local = localName(name)
      if (depth === 1 && local !== 'svg') throw new RejectedFileError(notMediaMessage)
      const element = { local, attributes, depth }
      lostText.open(element)
      if (local === 'switch') switchStarts.push(output.length)
      if (depth > omittedDepth) return
      if (local === 'include') throw new RejectedFileError(externalReferenceMessage)
      if (openStyle !== undefined) throw new RejectedFileError(damagedImageMessage)
      const tag = ['<', name, ...Object.entries(attributes).map(writeAttribute(local)), '>']
      isElementOmitted = lostText.isHtmlBranch(element)
      if (!isElementOmitted) output.push(...tag)
      if (local === 'style') openStyle = ''
      if (neverRendered.has(local)) omittedDepth = depth
    },
    text(text: string) {
      lostText.text(text)
      if (depth === 0 || depth >= omittedDepth) return
      if (openStyle === undefined) output.push(escaped(text))
      else openStyle += text
    },
    close({ name }: { name: string }) {
      const isHidden = lostText.close(depth)
      const switchStart = localName(name) === 'switch' ? switchStarts.pop() : undefined
      depth--
      if (depth >= omittedDepth) return
      omittedDepth = Number.POSITIVE_INFINITY
      if (openStyle !== undefined) output.push(writeStyle(openStyle))
      openStyle = undefined
      if (!isElementOmitted) output.push('</', name, '>')
      isElementOmitted = false
      if (isHidden && switchStart !== undefined) output.length = switchStart
    },
    toText: () => output.join(''),
  }
}

const writeAttribute =
  (element: string) =>
  ([name, value]: [string, string]) => {
    if (addressAttribute.test(name) && elementsWithoutLinks.has(element)) return ''
    const isAllowed = addressAttribute.test(name) ? isInternalAddress(value) : !hasExternalCss(value)
    if (!isAllowed) throw new RejectedFileError(externalReferenceMessage)
    return ` ${name}="${escaped(value)}"`
  }

function writeStyle(css: string) {
  if (hasExternalCss(css)) throw new RejectedFileError(externalReferenceMessage)
  return escaped(css)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const externalReferenceMessage = msg`This SVG links to other files. Embed them or save it as PNG, and try again.`
const tooComplexMessage = msg`This SVG is too complex. Simplify it or save it as PNG, and try again.`

const escaped = (text: string) => text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

const internalAddress = /^(#|data:image\/(png|jpeg|gif|webp)[;,]|$)/i

/** A part of the same drawing, or an embedded picture. Embedded drawings are refused: they could nest endlessly. */
const isInternalAddress = (address: string) => internalAddress.test(address.trim())

/** An embedded font. The renderer cannot use it, and a substitute would change the drawing. */
const embeddedFont = /^data:(font|application)\//i

const isExternalAddress = (address: string) => {
  if (embeddedFont.test(address.trim())) throw new RejectedFileError(embeddedFontMessage)
  return !isInternalAddress(address)
}

const embeddedFontMessage = msg`This SVG contains a font, which is not supported. Convert its text to paths or save it as PNG, and try again.`

/** Nothing else can name a file, even when escaped. Most texts contain none of these and are not parsed further. */
const mayContainAddress = /\\|@|url|src|image/i
/** These contain addresses in a syntax of their own, and no drawing needs them. */
const alwaysExternal = /^(image|(-webkit-)?image-set)$/i

function hasExternalCss(css: string): boolean {
  if (!mayContainAddress.test(css)) return false
  const tokens = tokenize({ css }, { onParseError: createParseErrorLimit() })
  return tokens.some((token, index) => isExternalToken(token, () => argumentAt(tokens, index + 1)))
}

/** CSS tolerates errors, but each is slow to handle. No genuine drawing has this many. */
function createParseErrorLimit() {
  let errorsLeft = 1000
  return () => {
    errorsLeft--
    if (errorsLeft < 0) throw new RejectedFileError(damagedImageMessage)
  }
}

function isExternalToken(token: CSSToken, findArgument: () => CSSToken | undefined) {
  if (token[0] === TokenType.BadURL) return true
  if (token[0] === TokenType.URL) return isExternalAddress(token[4].value)
  if (token[0] === TokenType.AtKeyword) return token[4].value.toLowerCase() === 'import'
  if (!isTokenFunction(token)) return false
  if (alwaysExternal.test(token[4].value)) return true
  if (!/^(url|src)$/i.test(token[4].value)) return false
  const argument = findArgument()
  return argument?.[0] !== TokenType.String || isExternalAddress(argument[4].value)
}

function argumentAt(tokens: CSSToken[], from: number) {
  let index = from
  while (isTokenWhitespace(tokens[index])) index++
  return tokens[index]
}
