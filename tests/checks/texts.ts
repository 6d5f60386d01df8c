import { parseSync } from 'vite'
import type { Source } from './endpoints.ts'

/**
 * Every text in a source file that users may read: words between tags, quoted sentences and templates. The values of
 * templates appear as `{1}`, `{2}` …
 */
export type Text = { path: string; line: number; text: string }

export type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Attributes of elements, properties and calls whose strings are never displayed. */
export const attributesForCode =
  /^(class(Name)?|id|type|to|href|src|srcSet|sizes|rel|name|role|htmlFor|key|as|form|method|encType|media|d|points|viewBox|transform|fill|stroke.*|style|autoComplete|inputMode|data-.*|aria-(labelledby|describedby|controls|live|current|haspopup))$/
export const typesForCode = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportAllDeclaration',
  'TSLiteralType',
  'TSTemplateLiteralType',
  'TSImportType',
])

export function textsIn({ path, text }: Source): Text[] {
  const found: Text[] = []
  const add = (start: number, content: string) => {
    if (isProse(content)) found.push({ path, line: text.slice(0, start).split('\n').length, text: content })
  }

  function addWords({ start, end }: Node) {
    const words = text.slice(start, end)
    add(start + words.search(/\S|$/), words.trim().replace(/\s+/g, ' '))
  }

  function walk(value: unknown) {
    if (Array.isArray(value)) value.forEach(walk)
    else if (isNode(value)) visit(value)
  }

  function visit(node: Node) {
    if (typesForCode.has(node.type) || isForCode(node)) return
    if (node.type === 'JSXText') addWords(node)
    else if (node.type === 'Literal' && typeof node.value === 'string') add(node.start, node.value)
    else if (node.type === 'TemplateLiteral') add(node.start, templateText(node))
    if (node.type === 'Property') walk(node.value)
    else for (const [key, child] of Object.entries(node)) if (key !== 'key') walk(child)
  }

  walk(parseSync(path, text).program)
  return found
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function isForCode(node: Node) {
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type !== 'JSXAttribute') return false
  const { name } = node.name as { name: unknown }
  return typeof name === 'string' && attributesForCode.test(name)
}

/** A text of several words, or one capitalised word such as a button or heading. */
function isProse(text: string) {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  if (words.length === 0 || /^[\w-]+[/:=]|^[a-z-]+$|^[A-Z_]+$|[{};]\s*$/.test(text)) return false
  return /\p{L} \p{L}/u.test(text) || /^[\p{Lu}“‘]\p{Ll}/u.test(text.trim())
}

export function templateText({ quasis, expressions }: Node) {
  const parts = (quasis as { value: { raw: string } }[]).map(({ value }) => value.raw)
  return parts.map((part, at) => (at < (expressions as Node[]).length ? `${part}{${at + 1}}` : part)).join('')
}
