import { RefusedFile } from './refused-file.ts'

/**
 * The text of an SVG without its document type. Refuses entities, which can grow without bound, and references
 * to anything outside the file; a script in it is only text that nothing runs, since what is kept is pixels.
 */
export function selfContainedSvg(bytes: Buffer): Buffer {
  const text = new TextDecoder('utf-8').decode(bytes).replace(/<!DOCTYPE[^<>[]*>/i, '')
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new RefusedFile(entities)
  if (refersOutside(text)) throw new RefusedFile(outside)
  return Buffer.from(text)
}

const entities = 'This SVG uses entities, which we do not read. Save it as plain SVG or as PNG and try again.'
const outside = 'This SVG refers to other files. Embed them, or save it as PNG, and try again.'

const insideAddress = /^(#|data:image\/(png|jpeg|gif|webp)[;,]|$)/i

function refersOutside(text: string) {
  if (/@import|<\?xml-stylesheet|<!\[CDATA\[[^\]]*@import|<(\w+:)?include\b/i.test(text)) return true
  const drawn = text.matchAll(/<(?:\w+:)?(?:image|feImage|use|tref)\b[^>]*/gi)
  const links = drawn.flatMap(([tag]) => tag.matchAll(/\bhref\s*=\s*["']?\s*([^"'\s>]*)/gi))
  const styles = text.matchAll(/\burl\(\s*["']?\s*([^"')\s]*)/gi)
  return [...links, ...styles].some(([, address = '']) => !insideAddress.test(address))
}
