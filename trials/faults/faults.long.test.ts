import { expect, test } from 'vitest'
import { allActions } from '#tests/support/faults/all-actions.ts'
import { openFaults, runAction } from '#tests/support/faults/fault-cases.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const faults = openFaults(await openTestApp())

test.each(allActions)('every failed statement of “$name” is survived', async (action) => {
  const report = await runAction(faults, action)
  console.info(`${action.name}: ${report.statements} statements, ${report.cases} cases`, report.problems)
  expect(report.problems).toEqual([])
}, 600_000)
