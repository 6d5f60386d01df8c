export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const head = /^<\?xml version="1\.0" encoding="utf-8"\?>\s*/
const token = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
const notXml = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Reads the XML that we write, and throws at whatever is not well-formed: stricter than a parser, and knowing less. */
export function readXml(xml: string): XmlElement {
  if (notXml.test(xml)) throw new Error('There is a character that XML cannot carry.')
  const body = xml.replace(head, '')
  if (body === xml) throw new Error('There is no XML declaration.')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const found = token.exec(body)
    if (!found) throw new Error(`Not well-formed at “${body.slice(at, at + 60)}”.`)
    take(open, found)
  }
  const [only, ...more] = root.children
  if (open.length !== 1 || !only || more.length > 0 || root.text.trim())
    throw new Error('Not one closed element.')
  return only
}

function take(open: XmlElement[], [, closing, name = '', attributes = '', empty, text]: RegExpExecArray) {
  const inside = open.at(-1) as XmlElement
  if (text !== undefined) {
    if (text.includes(']]>')) throw new Error('“]]>” stands in a text.')
    inside.text += plain(text)
  } else if (closing) {
    if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing.`)
  } else {
    const element = { name, attributes: readAttributes(attributes), children: [], text: '' }
    inside.children.push(element)
    if (!empty) open.push(element)
  }
}

function readAttributes(text: string) {
  const pairs = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ])
  const attributes = Object.fromEntries(pairs)
  if (Object.keys(attributes).length !== pairs.length)
    throw new Error(`An attribute is given twice: ${text}.`)
  return attributes as Record<string, string>
}

const plain = (text: string) =>
  text.replace(/&([^;&\s]*;?)/g, (whole, reference: string) => {
    const number = /^#(\d+);$/.exec(reference)?.[1]
    const sign = number ? String.fromCodePoint(Number(number)) : entities[reference.replace(/;$/, '')]
    if (!reference.endsWith(';') || sign === undefined) throw new Error(`“${whole}” is no reference.`)
    return sign
  })

export const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name)

/** The text of the one child of this name. */
export function textOf(element: XmlElement, name: string) {
  const [only, ...more] = childrenOf(element, name)
  if (!only || more.length > 0) throw new Error(`Not one <${name}> in <${element.name}>.`)
  return only.text
}
