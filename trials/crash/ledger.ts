import type { Answer } from '#trials/site/client.ts'

/** The state of a fact that was never created or has been deleted. */
export const absent = 'absent'

type Act = { kind: string; changes: Map<string, string> }
type Facts = ReadonlyMap<string, string>

/**
 * Logs requested and acknowledged writes, outside of everything that is killed. A fact is a name with a state. An act changes
 * its facts together. Once it is acknowledged, all of them must have their new states. Before that, either all or none may
 * have changed.
 */
export class Ledger {
  readonly #known = new Map<string, string>()
  readonly #faults: string[] = []
  #unanswered: Act[] = []
  /** The number of acknowledged acts of each kind. */
  readonly acknowledged = new Map<string, number>()

  /** Sets the initial state of a fact. */
  know(fact: string, state: string) {
    this.#known.set(fact, state)
  }

  /** Possible states: the acknowledged one and those requested since. */
  possibleStatesOf(fact: string) {
    const asked = this.#unanswered.flatMap(({ changes }) => changes.get(fact) ?? [])
    return [this.stateOf(fact), ...asked]
  }

  stateOf(fact: string) {
    return this.#known.get(fact) ?? absent
  }

  /** Names of the existing facts of a kind. */
  list(kind: string) {
    return this.#listBy(kind, (state) => state !== absent)
  }

  /** Names of the facts that do not exist, or no longer exist. */
  listAbsent(kind: string) {
    return this.#listBy(kind, (state) => state === absent)
  }

  #listBy(kind: string, isMeant: (state: string) => boolean) {
    const ofKind = [...this.#known].filter(([fact]) => fact.startsWith(`${kind} `))
    return ofKind.filter(([, state]) => isMeant(state)).map(([fact]) => fact)
  }

  /** Logs an act before the request and its outcome afterwards. Without a response, the outcome is unknown. */
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

  /** Records a fault that a response itself reveals. */
  notice(fault: string) {
    this.#faults.push(fault)
  }

  /** Compares the actual state with the log, returns the differences, and continues from the actual state. */
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
