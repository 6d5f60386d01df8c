import { msg } from '@lingui/core/runtime-macro'
import { SaxesParser } from 'saxes'
import { svgMb } from '#contract/limits.ts'
import { bytesPerMb } from './decode-task.ts'
import { RejectedFileError, svgTooLargeMessage } from './file-errors.ts'
import { encodingOf, uncompress } from './svg-header.ts'
import { createSvgWriter } from './svg-writer.ts'

/** Rewrites a drawing, so that what is rendered is what was checked. Refuses growing entities and external references. */
export function sanitiseSvg(bytes: Buffer): Buffer {
  const writer = createSvgWriter()
  // Prefixes are not resolved: names are checked under every prefix, even an undeclared one.
  const parser = new SaxesParser({ xmlns: false, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  parser.on('error', (problem) => {
    throw problem.message === 'undefined entity.' ? unsupportedEntitiesError() : problem
  })
  parser.on('doctype', (type) => declareEntities(parser.ENTITIES, type))
  parser.on('processinginstruction', writer.instruction)
  parser.on('opentag', writer.open)
  parser.on('text', writer.text)
  parser.on('cdata', writer.text)
  parser.on('closetag', writer.close)
  parser.write(decodeText(uncompressDrawing(bytes))).close()
  return Buffer.from(writer.toText())
}

const unknownEncodingMessage = msg`The encoding of this SVG is not supported. Save it as UTF-8 or as PNG and try again.`

function uncompressDrawing(bytes: Buffer) {
  try {
    return uncompress(bytes, svgMb * bytesPerMb)
  } catch (error) {
    throw error instanceof RangeError ? new RejectedFileError(svgTooLargeMessage(svgMb), { cause: error }) : error
  }
}

function decodeText(bytes: Buffer) {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch (cause) {
    throw new RejectedFileError(unknownEncodingMessage, { cause })
  }
}

/** Programs declare a few dozen, for the addresses of their namespaces. */
const maxDeclarations = 100
const maxEntityLength = 1000
/** Total text of expanded entities. */
const maxExpandedLength = svgMb * bytesPerMb

type Entities = Record<string, string>

/** Allows only entities of plain text with a bounded total, so that none can grow. All other declarations are refused. */
function declareEntities(entities: Entities, doctype: string) {
  if (!doctype.includes('[')) return
  let lengthLeft = maxExpandedLength
  for (const [name, text] of readEntities(doctype)) {
    const get = () => {
      lengthLeft -= text.length
      if (lengthLeft < 0) throw unsupportedEntitiesError()
      return text
    }
    // As XML requires, the first declaration of a name counts, and predefined entities need none.
    if (!isPredefined.test(name) && !Object.hasOwn(entities, name)) Object.defineProperty(entities, name, { get })
  }
}

const unsupportedEntitiesError = () =>
  new RejectedFileError(
    msg`This SVG uses entities that are not supported. Save it as plain SVG or as PNG and try again.`,
  )

const isPredefined = /^(amp|apos|gt|lt|quot)$/

const beforeDeclarations =
  /^\s*[^\s[\]"'<>]+\s*(?:(?:SYSTEM|PUBLIC)\s+(?:"[^"]*"|'[^']*')\s*(?:"[^"]*"|'[^']*')?\s*)?\[/
const declaration = /(?:\s|<!--(?:-?[^-])*-->)*<!ENTITY\s+([^\s"'<>&%;]+)\s+("[^"<&%]*"|'[^'<&%]*')\s*>/y
/** Namespace declarations of programs before Inkscape. They are repeated in the elements, so they are ignored. */
const namespaces =
  /(?:\s|<!--(?:-?[^-])*-->)*<!ATTLIST\s+[^\s"'<>&%;]+(?:\s+xmlns(?::[^\s"'<>&%;:]+)?\s+CDATA\s+#FIXED\s+(?:"[^"<&%]*"|'[^'<&%]*'))+\s*>/y
const afterDeclarations = /(?:\s|<!--(?:-?[^-])*-->)*\]\s*$/y

function* readEntities(text: string): Generator<[name: string, text: string]> {
  let position = beforeDeclarations.exec(text)?.[0].length ?? text.length
  for (let count = 0; ; count++) {
    const [entity = '', name = '', quoted = ''] = matchAt(position, declaration, text) ?? []
    const matched = entity || matchAt(position, namespaces, text)?.[0]
    if (!matched) break
    if (count === maxDeclarations || quoted.length - 2 > maxEntityLength) throw unsupportedEntitiesError()
    if (name) yield [name, quoted.slice(1, -1)]
    position += matched.length
  }
  if (!matchAt(position, afterDeclarations, text)) throw unsupportedEntitiesError()
}

function matchAt(position: number, pattern: RegExp, text: string) {
  pattern.lastIndex = position
  return pattern.exec(text)
}
