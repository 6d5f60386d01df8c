import type { Crowd } from '#trials/cluster/people/crowd.ts'
import type { Figures } from '#trials/cluster/people/meter.ts'
import type { Cluster } from '../cluster.ts'

/** Something that goes wrong, or is done on purpose, while people use the site. */
export type Trial = {
  /** As `--trial` names it. */
  name: string
  sentence: string
  /** Ends when everything runs as before; may answer what it saw that should not be. */
  run(cluster: Cluster, crowd: Crowd): Promise<string[] | undefined>
  goal: Goal
  /** What the cluster must have, or run at first, beside the usual. */
  stage?: Stage
}

export type Stage = 'usual' | 'pgbouncer'

/** Says what of it was missed, as sentences. Nothing acknowledged may be lost and every counter is exact in any case. */
export type Goal = (figures: Figures) => string[]

export type Verdict = {
  name: string
  figures: Figures
  lost: string[]
  wrong: string[]
  missed: string[]
}
