import { table } from '../../bench/table.ts'
import type { Verdict } from './trial.ts'

/** The trials in a table, and below it what of a goal was missed. */
export function reportOf(verdicts: Verdict[]) {
  const missed = verdicts.filter((verdict) => !isReached(verdict))
  const failed = verdicts.flatMap(({ name, figures }) =>
    failuresOf(name, [...figures.visitors.failures, ...figures.members.failures]),
  )
  return [
    table([header, ...verdicts.map(lineOf)]),
    ...missed.map(
      ({ name, ...verdict }) =>
        `${name}:\n${faultsOf(verdict)
          .map((fault) => `  ${fault}`)
          .join('\n')}`,
    ),
    ...(failed.length > 0 ? [`What failed:\n${failed.join('\n')}`] : []),
    `${verdicts.length - missed.length} of ${verdicts.length} goals reached.`,
  ].join('\n\n')
}

const mostKinds = 4

/** The most frequent, with how often. */
function failuresOf(name: string, failures: string[]) {
  const kinds = [...Map.groupBy(failures, (failure) => failure)].map(
    ([what, all]) => [all.length, what] as const,
  )
  const most = kinds.toSorted(([one], [other]) => other - one).slice(0, mostKinds)
  return most.map(([count, what]) => `  ${name}: ${count} × ${what}`)
}

export const isReached = (verdict: Verdict) => faultsOf(verdict).length === 0

const faultsOf = ({ lost, wrong, missed }: Omit<Verdict, 'name'>) => [...missed, ...lost, ...wrong]

const header = [
  'trial',
  'reads',
  'failed',
  'late',
  'gap s',
  'writes',
  'failed',
  'late',
  'gap s',
  'lost',
  'counters',
  'goal',
]

function lineOf(verdict: Verdict) {
  const { name, figures, lost, wrong } = verdict
  const sides = [figures.visitors, figures.members].flatMap(({ requests, failures, late, gap }) => [
    ...[requests, failures.length, late.length].map(String),
    (gap / 1000).toFixed(1),
  ])
  const counters = wrong.length === 0 ? 'exact' : 'WRONG'
  return [name, ...sides, String(lost.length), counters, isReached(verdict) ? 'reached' : 'MISSED']
}
