/** Characters that XML 1.0 forbids, and control characters that it discourages. */
const invalidCharacters =
  /[^\t\n\r\u0020-\u007E\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|\p{Noncharacter_Code_Point}/gu

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeXml = (text: string) =>
  text.replace(invalidCharacters, '').replace(/[&<>"']/g, (character) => entities[character] ?? '')

export type Attributes = Record<string, string | number | null | undefined>

export const element = (name: string, attributes: Attributes, content?: string) =>
  content === undefined
    ? `<${name}${formatAttributes(attributes)}/>`
    : `<${name}${formatAttributes(attributes)}>${content}</${name}>`

const formatAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'
