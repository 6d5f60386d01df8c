/** No server takes writes, or none could be reached; its code is PostgreSQL's own for "not now". */
export class NoServer extends Error {
  override name = 'NoServer'
  readonly code = '57P03'
  /** Of each server, in the order of the address. */
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(`no server takes writes: ${inWords(reasons)}`)
    this.reasons = reasons
  }
}

/** Servers by their places, since addresses are not for logs. */
const inWords = (reasons: string[]) =>
  reasons.length === 1
    ? `the server ${reasons[0]}`
    : reasons.map((reason, at) => `the ${ordinal(at + 1)} ${reason}`).join(', ')

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const ordinal = (place: number) => ordinals[place - 1] ?? `${place}th`
