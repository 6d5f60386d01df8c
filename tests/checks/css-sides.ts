import type { Source } from './endpoints.ts'

/** What looks the same in every language: paper with its folds, shadows of printed things, and the mark of a checkbox. */
const exceptions = /^web\/((layout|print)\/sheet\/|ui\/(zine-sheet|controls\/button|forms\/check)\.module\.css$)/

const declarations = /(?<=[{;\s])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g
const sidedProperty =
  /^(left|right|(border|margin|padding|scroll-margin|scroll-padding)-(left|right)(-\w+)?|border-(top|bottom)-(left|right)-radius)$/
const alignedProperty = /^(clear|float|text-align)$/
const boxProperty = /^(border-(color|style|width)|inset|margin|padding|scroll-margin|scroll-padding)$/
const valuePattern = /(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g

/** Styles that would stay on the left or right in languages that are written from right to left, as sentences. */
export function cssSideProblems({ path, text }: Source): string[] {
  if (exceptions.test(path)) return []
  const css = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...css.matchAll(declarations)]
    .filter(([, property = '', value = '']) => hasSide(property, value.trim()))
    .map(({ 0: declaration, index }) => {
      const line = css.slice(0, index).split('\n').length
      return `${path}:${line} has a left or right side: ${declaration.replace(/\s+/g, ' ')}. Use start and end.`
    })
}

function hasSide(property: string, value: string) {
  if (sidedProperty.test(property)) return value !== '50%'
  if (alignedProperty.test(property)) return /^(left|right)$/.test(value)
  const [, right, , left] = boxProperty.test(property) ? (value.match(valuePattern) ?? []) : []
  // What is half way is in the middle in all languages.
  return left !== undefined && left !== right && left !== '50%'
}
