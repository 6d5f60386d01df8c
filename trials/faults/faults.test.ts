import { afterAll, expect, test } from 'vitest'
import { allActions } from '#tests/support/faults/all-actions.ts'
import { openFailingStatements } from '#tests/support/faults/failing-statements.ts'
import { runAction } from '#tests/support/faults/fault-cases.ts'
import { pick, randomFrom } from '#tests/support/random.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const source = openFailingStatements()
afterAll(() => source.close())

const seed = Math.floor(Math.random() * 2 ** 32)
const random = randomFrom(seed)

test.each(allActions.filter(({ isSlow }) => !isSlow))(
  `a statement of “$name” can fail (seed ${seed})`,
  async (action) => {
    const { problems } = await runAction({ site, source }, action, (cases) => [pick(random, cases)])
    expect(problems).toEqual([])
  },
)
