import { appendFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { allActions, fileActions } from '#tests/support/faults/all-actions.ts'
import { openFailingFiles } from '#tests/support/faults/failing-files.ts'
import { openFailingStatements } from '#tests/support/faults/failing-statements.ts'
import { type Action, runAction } from '#tests/support/faults/fault-cases.ts'
import type { FaultSource } from '#tests/support/faults/fault-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import type { Result } from '#trials/report.ts'

const site = await openTestApp()
const statements = openFailingStatements()
const files = openFailingFiles(site.dataDir)
afterAll(() => {
  files.close()
  statements.close()
})

const timeout = 1_800_000

test.each(allActions)(
  'every statement of “$name” can fail',
  (action) => expectSurvival('statements', statements, action),
  timeout,
)

test.each(fileActions)(
  'every file operation of “$name” can fail',
  (action) => expectSurvival('file operations', files, action),
  timeout,
)

/** Also reports to the trial that runs these tests. */
async function expectSurvival(kind: string, source: FaultSource, action: Action) {
  const { steps, cases, problems } = await runAction({ site, source }, action)
  const result: Result = { name: action.name, figures: { steps: `${steps} ${kind}`, cases }, problems }
  const { FAULTS_REPORT: path } = process.env
  if (path) await appendFile(path, `${JSON.stringify(result)}\n`)
  expect(problems).toEqual([])
}
