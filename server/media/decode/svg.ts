import { SaxesParser } from 'saxes'
import { drawingMb } from '#contract/limits.ts'
import { bytesPerMb } from './decode-task.ts'
import { RefusedFile } from './refused-file.ts'
import { createSvgWriter } from './svg-writer.ts'

/** Rewrites a drawing, so that what is rendered is what was checked. Refuses growing entities and external references. */
export function selfContainedSvg(bytes: Buffer): Buffer {
  const writer = createSvgWriter()
  // Prefixes are not resolved: names are checked under every prefix, even an undeclared one.
  const parser = new SaxesParser({
    ...{ xmlns: false, position: false },
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  })
  parser.on('error', (problem) => {
    throw problem.message === 'undefined entity.' ? usesEntities() : problem
  })
  parser.on('doctype', (type) => declareEntities(parser.ENTITIES, type))
  parser.on('processinginstruction', writer.instruction)
  parser.on('opentag', writer.open)
  parser.on('text', writer.text)
  parser.on('cdata', writer.text)
  parser.on('closetag', writer.close)
  parser.write(textOf(bytes)).close()
  return Buffer.from(writer.written())
}

const unknownEncoding = 'The encoding of this SVG is not supported. Save it as UTF-8 or as PNG and try again.'

const declaredEncoding = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/

function textOf(bytes: Buffer) {
  const head = bytes.subarray(0, 256).toString('latin1')
  const encoding = declaredEncoding.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch (cause) {
    throw new RefusedFile(unknownEncoding, { cause })
  }
}

/** Programs declare a few dozen, for the addresses of their namespaces. */
const mostDeclarations = 100
const longestEntity = 1000
/** Total text of expanded entities. */
const mostExpanded = drawingMb * bytesPerMb

type Known = Record<string, string>

/** Allows only entities of plain text with a bounded total, so that none can grow. All other declarations are refused. */
function declareEntities(known: Known, doctype: string) {
  if (!doctype.includes('[')) return
  let left = mostExpanded
  for (const [name, text] of readEntities(doctype)) {
    const get = () => {
      left -= text.length
      if (left < 0) throw usesEntities()
      return text
    }
    // As XML requires, the first declaration of a name counts, and predefined entities need none.
    if (!isPredefined.test(name) && !Object.hasOwn(known, name)) Object.defineProperty(known, name, { get })
  }
}

const usesEntities = () =>
  new RefusedFile(
    'This SVG uses entities that are not supported. Save it as plain SVG or as PNG and try again.',
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
  let at = beforeDeclarations.exec(text)?.[0].length ?? text.length
  for (let count = 0; ; count++) {
    const [whole = '', name = '', quoted = ''] = matchAt(at, declaration, text) ?? []
    const passed = whole || matchAt(at, namespaces, text)?.[0]
    if (!passed) break
    if (count === mostDeclarations || quoted.length - 2 > longestEntity) throw usesEntities()
    if (name) yield [name, quoted.slice(1, -1)]
    at += passed.length
  }
  if (!matchAt(at, afterDeclarations, text)) throw usesEntities()
}

function matchAt(at: number, pattern: RegExp, text: string) {
  pattern.lastIndex = at
  return pattern.exec(text)
}
