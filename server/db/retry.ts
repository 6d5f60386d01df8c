/** Somebody else was quicker, or what was to be changed has just gone: look again. */
export const again = Symbol('again')

/**
 * Far more than it ever takes: whoever has to try again makes way for somebody who got through, and one process has
 * sixteen connections to be overtaken on.
 */
const most = 100

/** What `attempt` answers once it gets through; gives up when it never does, rather than trying for ever. */
export async function retry<Answer>(attempt: () => Promise<Answer | typeof again>): Promise<Answer> {
  for (let tries = 0; tries < most; tries++) {
    const answer = await attempt()
    if (answer !== again) return answer
  }
  throw new Contention()
}

/** SQL that fails where a step of its statement (a `with`) changed no row, so that nothing of the statement remains. */
export const orTakeBack = (step: string) => `1 / (select count(*) from ${step})`

const divisionByZero = '22012'

/** Of a statement that took itself back: what it needs was gone by then. */
export function againIfTakenBack(error: unknown): typeof again {
  if ((error as { code?: string }).code === divisionByZero) return again
  throw error
}

/** Nothing was changed. The sentence is for the person who asked. */
export class Contention extends Error {
  override name = 'Contention'

  constructor() {
    super('Too much happens here at once. Nothing was changed; please try again.')
  }
}
