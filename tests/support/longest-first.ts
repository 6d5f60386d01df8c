import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than ten seconds, most of it waiting: begun last, each would be waited for alone. */
const long = [
  'trials/crash/crash.long.test.ts',
  'packaging/packed.long.test.ts',
  'server/workers/workers.long.test.ts',
  'server/db/plans.long.test.ts',
  'server/media/decode/decode.long.test.ts',
  'server/documents/reading.long.test.ts',
  'server/documents/documents.test.ts',
  'server/accounts/delete-account.test.ts',
  'server/full-disk.long.test.ts',
  'server/backup/killed.long.test.ts',
  'server/auth/account-mail/account-mail.test.ts',
  'server/start.test.ts',
  // When the pages' tests are over: its nodes have to answer in time.
  'trials/cluster/cluster.long.test.ts',
]

/** Vitest knows how long files take where they have run before, and goes by their size in a fresh clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => this.#rank(one) - this.#rank(other))
  }

  #rank({ moduleId }: TestSpecification) {
    const at = long.indexOf(relative(this.ctx.config.root, moduleId))
    return at < 0 ? long.length : at
  }
}
