/**
 * Asks for what is wanted in one turn of the event loop with one question instead of one each, which is most of what a
 * busy process spends on small look-ups. Nothing is remembered: every answer was asked for after it was wanted.
 */
export function batch<Row>(ask: (keys: string[]) => Promise<Row[]>, keyOf: (row: Row) => string) {
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>()

  async function askForAll() {
    const asked = waiting
    waiting = new Map()
    try {
      const rows = await ask([...asked.keys()])
      const found = new Map(rows.map((row) => [keyOf(row), row]))
      for (const [key, { resolve }] of asked) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
    }
  }

  return (key: string): Promise<Row | undefined> => {
    if (waiting.size === 0) setImmediate(askForAll)
    const answer = waiting.get(key) ?? Promise.withResolvers<Row | undefined>()
    waiting.set(key, answer)
    return answer.promise
  }
}
