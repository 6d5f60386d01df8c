import type { ClientResponse } from '#trials/site/client.ts'

/** The state of a fact that was never created or has been deleted. */
export const absent = 'absent'

type LoggedWrite = { kind: string; changes: Map<string, string> }
type Facts = ReadonlyMap<string, string>

/**
 * Logs requested and acknowledged writes, outside of everything that is killed. A fact is a name with a state. An act changes
 * its facts together. Once it is acknowledged, all of them must have their new states. Before that, either all or none may
 * have changed.
 */
export class WriteLog {
  readonly #known = new Map<string, string>()
  readonly #faults: string[] = []
  #unanswered: LoggedWrite[] = []
  /** The number of acknowledged acts of each kind. */
  readonly acknowledged = new Map<string, number>()

  /** Sets the initial state of a fact. */
  setInitial(fact: string, state: string) {
    this.#known.set(fact, state)
  }

  /** Possible states: the acknowledged one and those requested since. */
  possibleStatesOf(fact: string) {
    const unconfirmed = this.#unanswered.flatMap(({ changes }) => changes.get(fact) ?? [])
    return [this.stateOf(fact), ...unconfirmed]
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

  #listBy(kind: string, matches: (state: string) => boolean) {
    const factsOfKind = [...this.#known].filter(([fact]) => fact.startsWith(`${kind} `))
    return factsOfKind.filter(([, state]) => matches(state)).map(([fact]) => fact)
  }

  /** Logs an act before the request and its outcome afterwards. Without a response, the outcome is unknown. */
  async perform(
    kind: string,
    changes: Record<string, string>,
    send: () => Promise<ClientResponse>,
  ): Promise<ClientResponse | undefined> {
    const write = { kind, changes: new Map(Object.entries(changes)) }
    this.#unanswered.push(write)
    const response = await send().catch(() => undefined)
    if (!response || response.status >= 500) return undefined
    this.#unanswered = this.#unanswered.filter((each) => each !== write)
    if (response.status >= 400) return response
    this.acknowledged.set(kind, (this.acknowledged.get(kind) ?? 0) + 1)
    for (const [fact, state] of write.changes) this.#known.set(fact, state)
    return response
  }

  /** Records a fault that a response itself reveals. */
  addProblem(problem: string) {
    this.#faults.push(problem)
  }

  /** Compares the actual state with the log, returns the differences, and continues from the actual state. */
  reconcile(actual: Facts): string[] {
    const problems = this.#faults.splice(0)
    const unconfirmed = this.#unanswered.splice(0)
    problems.push(
      ...unconfirmed
        .filter((act) => this.#isPartial(act, actual))
        .map(({ kind, changes }) => `${kind} (${[...changes.keys()].join(', ')}) happened by half`),
    )
    for (const { changes } of unconfirmed)
      for (const fact of changes.keys()) this.#known.set(fact, actual.get(fact) ?? absent)
    for (const fact of new Set([...this.#known.keys(), ...actual.keys()])) {
      const [expected, found] = [this.stateOf(fact), actual.get(fact) ?? absent]
      if (expected !== found)
        problems.push(`${fact} was acknowledged as ${truncate(expected)}, and is ${truncate(found)}`)
      this.#known.set(fact, found)
    }
    return problems
  }

  #isPartial({ changes }: LoggedWrite, actual: Facts) {
    const all = [...changes]
    const isComplete = all.every(([fact, after]) => (actual.get(fact) ?? absent) === after)
    return !isComplete && !all.every(([fact]) => (actual.get(fact) ?? absent) === this.stateOf(fact))
  }
}

const truncate = (state: string) => (state.length > 60 ? `${state.slice(0, 60)}…` : state)
