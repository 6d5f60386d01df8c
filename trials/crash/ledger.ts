import type { Answer } from '#trials/site/client.ts'

/** What nobody has made, or somebody has removed. */
export const absent = 'absent'

type Act = { kind: string; changes: Map<string, string> }
type Facts = ReadonlyMap<string, string>

/**
 * What was asked for and what was acknowledged, kept outside of everything that is killed. A fact is a name and the
 * state it is in. An act changes some facts, all of them or none: once it is acknowledged they must be as it says; while
 * it is not, either is fine, and half of it never.
 */
export class Ledger {
  readonly #known = new Map<string, string>()
  readonly #faults: string[] = []
  #unanswered: Act[] = []
  /** How many acts of each kind were acknowledged. */
  readonly acknowledged = new Map<string, number>()

  /** How something is before anything is asked for. */
  know(fact: string, state: string) {
    this.#known.set(fact, state)
  }

  /** In what states it may be: the one that was acknowledged, and those that were asked for since. */
  possibleStatesOf(fact: string) {
    const asked = this.#unanswered.flatMap(({ changes }) => changes.get(fact) ?? [])
    return [this.stateOf(fact), ...asked]
  }

  stateOf(fact: string) {
    return this.#known.get(fact) ?? absent
  }

  /** Names of the facts of a kind that are there. */
  list(kind: string) {
    return this.#listBy(kind, (state) => state !== absent)
  }

  /** Names of those that are not, or no longer. */
  listAbsent(kind: string) {
    return this.#listBy(kind, (state) => state === absent)
  }

  #listBy(kind: string, isMeant: (state: string) => boolean) {
    const ofKind = [...this.#known].filter(([fact]) => fact.startsWith(`${kind} `))
    return ofKind.filter(([, state]) => isMeant(state)).map(([fact]) => fact)
  }

  /** Writes down what is asked for before it is asked, and what became of it. Without an answer, nobody knows. */
  async act(
    kind: string,
    changes: Record<string, string>,
    ask: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const act = { kind, changes: new Map(Object.entries(changes)) }
    this.#unanswered.push(act)
    const answer = await ask().catch(() => undefined)
    if (!answer || answer.status >= 500) return undefined
    this.#unanswered = this.#unanswered.filter((one) => one !== act)
    if (answer.status >= 400) return answer
    this.acknowledged.set(kind, (this.acknowledged.get(kind) ?? 0) + 1)
    for (const [fact, state] of act.changes) this.#known.set(fact, state)
    return answer
  }

  /** Something that an answer itself gave away. */
  notice(fault: string) {
    this.#faults.push(fault)
  }

  /** Holds what is there against what was written down; answers what does not fit, and goes on from what is there. */
  settle(actual: Facts): string[] {
    const faults = this.#faults.splice(0)
    const unsure = this.#unanswered.splice(0)
    faults.push(
      ...unsure
        .filter((act) => this.#isHalf(act, actual))
        .map(({ kind, changes }) => `${kind} (${[...changes.keys()].join(', ')}) happened by half`),
    )
    for (const { changes } of unsure)
      for (const fact of changes.keys()) this.#known.set(fact, actual.get(fact) ?? absent)
    for (const fact of new Set([...this.#known.keys(), ...actual.keys()])) {
      const [then, now] = [this.stateOf(fact), actual.get(fact) ?? absent]
      if (then !== now) faults.push(`${fact} was acknowledged as ${short(then)}, and is ${short(now)}`)
      this.#known.set(fact, now)
    }
    return faults
  }

  #isHalf({ changes }: Act, actual: Facts) {
    const all = [...changes]
    const isDone = all.every(([fact, after]) => (actual.get(fact) ?? absent) === after)
    return !isDone && !all.every(([fact]) => (actual.get(fact) ?? absent) === this.stateOf(fact))
  }
}

const short = (state: string) => (state.length > 60 ? `${state.slice(0, 60)}…` : state)
