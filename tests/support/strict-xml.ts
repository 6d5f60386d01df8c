import { SaxesParser } from 'saxes'

export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Parses a document. Throws if it is not well-formed XML with namespaces. */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const inside = () => open.at(-1) as XmlElement
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (problem) => {
    throw problem
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name, attributes: Object.fromEntries(values), children: [], text: '' }
    inside().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (text) => {
    inside().text += text
  })
  parser.write(xml).close()
  return root.children[0] as XmlElement
}

export const childrenOf = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name)

/** The text of the only child with this name. */
export function textOf(element: XmlElement, name: string) {
  const [only, ...more] = childrenOf(element, name)
  if (!only || more.length > 0) throw new Error(`Not one <${name}> in <${element.name}>.`)
  return only.text
}
