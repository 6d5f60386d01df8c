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

/** The metrics that an expression asks for, with the labels it chooses by, and the labels it groups or joins by. */
export function readExpression(expression: string) {
  const selectors: Selector[] = []
  const groups: string[] = []
  parser.parse(expression).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`)
      const [text, around] = [expression.slice(from, to), node.parent?.name]
      if (name === 'Identifier' && around === 'VectorSelector') selectors.push({ metric: text, labels: [] })
      if (name === 'LabelName' && around === 'UnquotedLabelMatcher') selectors.at(-1)?.labels.push(text)
      if (name === 'LabelName' && around === 'GroupingLabels') groups.push(text)
    },
  })
  return { selectors, groups }
}
