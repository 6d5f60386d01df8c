import { parser } from '@prometheus-io/lezer-promql'
import parse from 'parse-prometheus-text-format'

type Sample = { value: string; labels?: Record<string, string> }
export type ReadFamily = { name: string; type: string; help: string; metrics: Sample[] }

/**
 * Every series of a text that Prometheus would read, by its name. The parser would take all histograms of one name for one,
 * so it is not told which are: their lines are series as well.
 */
export function readMetrics(text: string) {
  const families = new Map<string, ReadFamily>()
  for (const family of parse(text.replace(/^# TYPE .* (histogram|summary)$/gm, '')) as ReadFamily[]) {
    const before = families.get(family.name)?.metrics ?? []
    families.set(family.name, { ...family, metrics: [...before, ...family.metrics] })
  }
  return families
}

/** How often, with these labels. */
export function countOf(
  families: Map<string, ReadFamily>,
  name: string,
  labels: Record<string, string> = {},
) {
  const found = families
    .get(name)
    ?.metrics.filter(({ labels: had = {} }) =>
      Object.entries(labels).every(([label, value]) => had[label] === value),
    )
  return found?.reduce((sum, { value }) => sum + Number(value), 0)
}

type Selector = { metric: string; labels: string[] }

/** The metrics that an expression asks for, with the labels it chooses by; what is no PromQL is an error. */
export function selectorsOf(expression: string): Selector[] {
  const selectors: Selector[] = []
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`Not PromQL at ${node.from}: ${expression}`)
      if (node.name === 'VectorSelector') selectors.push({ metric: '', labels: [] })
      const text = expression.slice(node.from, node.to)
      const selector = selectors.at(-1)
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector' && selector)
        selector.metric = text
      if (node.name === 'LabelName' && node.node.parent?.name === 'UnquotedLabelMatcher')
        selector?.labels.push(text)
    },
  })
  return selectors
}

/** The labels that an expression groups or joins by. */
export function groupsOf(expression: string) {
  const labels: string[] = []
  parser.parse(expression).iterate({
    enter(node) {
      if (node.name === 'LabelName' && node.node.parent?.name === 'GroupingLabels')
        labels.push(expression.slice(node.from, node.to))
    },
  })
  return labels
}
