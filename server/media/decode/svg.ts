import { SaxesParser } from 'saxes'
import { declareEntities, usesEntities } from './entities.ts'
import { RefusedFile } from './refused-file.ts'
import { createSvgWriter } from './svg-writer.ts'

/**
 * The drawing as our parser understood it, written anew: what the decoder draws is what was checked, and there is nothing
 * that the two could read differently. Refuses entities that could grow without bound, and references to anything outside
 * the file; scripts are left out.
 */
export function selfContainedSvg(bytes: Buffer): Buffer {
  const writer = createSvgWriter()
  // Prefixes are not resolved: what is checked is checked under every one, also one that no namespace was given to.
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

const unknownEncoding =
  'This SVG is in an encoding that we do not read. Save it as UTF-8 or as PNG and try again.'

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
