import pg from 'pg'

/** Prepares every statement anew: under a name, a pgbouncer would look for it on whatever connection is free. */
export class UnnamedClient extends pg.Client {
  constructor(options: string | pg.ClientConfig) {
    super(options)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((first: unknown, ...more: unknown[]) =>
      query(withoutName(first), ...more)) as typeof this.query
  }
}

/** What is sent by itself, such as a copy, has no name to lose. */
const withoutName = (given: unknown) =>
  typeof given === 'object' && given !== null && !('submit' in given) ? { ...given, name: undefined } : given
