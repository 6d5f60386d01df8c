import { Counter, Gauge, type Registry } from 'prom-client'
import type { Reads } from '#server/db/reads/reads.ts'
import type { ReplicaState } from '#server/db/reads/replica.ts'

const states: ReplicaState[] = ['ready', 'behind', 'silent', 'primary', 'stranger']

/** Replicas of the database, by their number in the setting, and who answers reads. Told of only where there are some. */
export function countReads({ shared, own }: Record<'shared' | 'own', Registry>, reads: Reads) {
  const answers = new Counter({
    name: 'foldout_reads_total',
    help: 'Statements that a replica may answer, by who did: the primary, or a replica by its number.',
    labelNames: ['server'],
    registers: [shared],
  })
  for (const { number } of reads.states()) answers.inc({ server: String(number) }, 0)
  answers.inc({ server: 'primary' }, 0)
  reads.countWith((server) => answers.inc({ server }))
  new Gauge({
    name: 'foldout_replica_lag_seconds',
    help: 'How old is what a replica shows, where it is known.',
    labelNames: ['replica'],
    registers: [own],
    collect() {
      this.reset()
      for (const { number, lagS } of reads.states())
        if (Number.isFinite(lagS)) this.set({ replica: String(number) }, lagS)
    },
  })
  new Gauge({
    name: 'foldout_replica_state',
    help: 'Which state a replica is in: 1 for that one, 0 for the others.',
    labelNames: ['replica', 'state'],
    registers: [own],
    collect() {
      for (const { number, state } of reads.states())
        for (const each of states) this.set({ replica: String(number), state: each }, Number(each === state))
    },
  })
}
