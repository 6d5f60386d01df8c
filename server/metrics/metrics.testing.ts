import { parser } from '@prometheus-io/lezer-promql'
import parse from 'parse-prometheus-text-format'

type Sample = { value: string; labels?: Record<string, string> }
export type ReadFamily = { name: string; type: string; help: string; metrics: Sample[] }

/**
 * All series of a text in Prometheus format, by name. The parser would merge all histograms of one name, so their type lines
 * are removed and each of their lines stays a series.
 */
export function readMetrics(text: string) {
  const families = new Map<string, ReadFamily>()
  for (const family of parse(text.replace(/^# TYPE .* (histogram|summary)$/gm, '')) as ReadFamily[]) {
    const before = families.get(family.name)?.metrics ?? []
    families.set(family.name, { ...family, metrics: [...before, ...family.metrics] })
  }
  return families
}

export function countOf(families: Map<string, ReadFamily>, name: string, labels: Record<string, string> = {}) {
  const matching = families
    .get(name)
    ?.metrics.filter(({ labels: sampleLabels = {} }) =>
      Object.entries(labels).every(([label, value]) => sampleLabels[label] === value),
    )
  return matching?.reduce((sum, { value }) => sum + Number(value), 0)
}

/** `values` are those of labels that must be equal. */
type Selector = { metric: string; labels: string[]; values: Record<string, string> }

/** The metrics of a PromQL expression with the labels they select, and the labels it groups or joins by. */
export function readExpression(expression: string) {
  const selectors: Selector[] = []
  const groups: string[] = []
  parser.parse(expression).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`)
      const [text, parentName] = [expression.slice(from, to), node.parent?.name]
      if (name === 'Identifier' && parentName === 'VectorSelector')
        selectors.push({ metric: text, labels: [], values: {} })
      if (name === 'LabelName' && parentName === 'UnquotedLabelMatcher') selectors.at(-1)?.labels.push(text)
      const [, label, value] = (name === 'UnquotedLabelMatcher' && /^(\w+)\s*=\s*"([^"]*)"$/.exec(text)) || []
      if (label && value) Object.assign(selectors.at(-1)?.values ?? {}, { [label]: value })
      if (name === 'LabelName' && parentName === 'GroupingLabels') groups.push(text)
    },
  })
  return { selectors, groups }
}
