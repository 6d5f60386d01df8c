/** A part of the page cannot be drawn. A picture without it would lose it silently. */
export class UnreadablePage extends Error {
  readonly reason: 'missing font' | 'unflattened'

  constructor(reason: UnreadablePage['reason']) {
    super(`This page cannot be drawn: ${reason}.`)
    this.reason = reason
  }
}
