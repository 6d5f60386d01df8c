import { parseSync } from 'vite'
import type { Source } from './endpoints.ts'
import { attributesForCode, isNode, type Node, templateText, typesForCode } from './texts.ts'

/** Attributes and properties of components that visitors see or hear. */
const shownAttributes =
  /^(aria-(description|label|roledescription|valuetext)|alt|hint|label|mark|message|placeholder|question|title|\w+(Label|Message|Text|Title))$/
const macroElements = new Set(['Plural', 'Select', 'SelectOrdinal', 'Trans'])
const macroCalls = new Set(['msg', 'plural', 'select', 'selectOrdinal', 't'])
/** Parts of an expression that it displays. All others are code. */
const displayed: Record<string, string[]> = {
  JSXExpressionContainer: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  TemplateLiteral: ['expressions'],
}
/** Names, and the start of every address. They are the same in all languages. */
const names = /\b(Foldout|PDF|https)\b/g
const exceptions = [
  // Descriptions of pages, which belong to the zine of a member.
  /^web\/(details\/page-description|typeset\/derive-texts)\.ts$/,
  // The page in a preview of a few millimeters.
  /^web\/typeset\/editor\/template-choice\.tsx$/,
  // English words of date-fns, which has no other languages here.
  /^web\/languages\//,
  // The names of fonts.
  /^web\/typeset\/fonts\/load-font-files\.ts$/,
]

/** Texts that visitors would read in English in every language, as sentences. */
export function untranslatedTexts({ path, text }: Source): string[] {
  if (exceptions.some((exception) => exception.test(path))) return []
  const found: string[] = []

  function check(node: Node, content: string, isShown: boolean) {
    const words = content.replace(/\{\d+\}/g, '').replace(names, '')
    if (isShown ? !/\p{L}{2}/u.test(words) : !isSentence(content.replace(names, ''))) return
    const start = node.start + text.slice(node.start).search(/\S/)
    found.push(`${path}:${text.slice(0, start).split('\n').length} has a text outside of a macro: ${content.trim()}`)
  }

  function visit(node: unknown, isShown = false, isInMacro = false) {
    if (Array.isArray(node)) for (const each of node) visit(each, isShown, isInMacro)
    if (!isNode(node) || typesForCode.has(node.type) || isForDevelopers(node)) return
    if (node.type === 'TaggedTemplateExpression') visit((node.quasi as Node).expressions)
    else if (node.type === 'JSXAttribute') visitAttribute(nameOf(node.name), node.value, isInMacro)
    else if (node.type === 'Property') visit(node.value, shownAttributes.test(nameOf(node.key)))
    else {
      if (node.type === 'JSXText' && !isInMacro) check(node, String(node.value), true)
      if (typeof node.value === 'string' && node.type === 'Literal' && !isInMacro) check(node, node.value, isShown)
      if (node.type === 'TemplateLiteral') check(node, templateText(node), isShown)
      visitParts(node, isShown, isInMacro)
    }
  }

  function visitAttribute(name: string, value: unknown, isInMacro: boolean) {
    if (shownAttributes.test(name)) visit(value, true)
    else if (!attributesForCode.test(name)) visit(value, false, isInMacro)
  }

  function visitParts(node: Node, isShown: boolean, isInMacro: boolean) {
    const isMacro = isInMacro ? node.type.startsWith('JSX') : macroElements.has(elementName(node))
    for (const [key, child] of Object.entries(node)) {
      const isChild = key === 'children' && node.type.startsWith('JSX')
      visit(child, isChild || (isShown && displayed[node.type]?.includes(key)), isMacro)
    }
  }

  visit(parseSync(path, text).program)
  return found
}

/** Two words or more, of which the first is capitalized or a value. */
const isSentence = (text: string) => /^(\p{Lu}\p{Ll}*( .*)? (\{|\p{L}{2})|\{\d+\}( .*)? \p{L}{2})/u.test(text)
const nameOf = (node: unknown) => String((node as { name: unknown }).name)
const elementName = (node: Node) => (node.openingElement ? nameOf((node.openingElement as Node).name) : '')

/** Errors that programs catch, and the macros themselves. */
function isForDevelopers({ type, callee }: Node) {
  if (type === 'NewExpression') return /Error$/.test(nameOf(callee))
  if (type === 'CallExpression' && (callee as Node).type === 'Super') return true
  return type === 'CallExpression' && macroCalls.has(nameOf(callee))
}
