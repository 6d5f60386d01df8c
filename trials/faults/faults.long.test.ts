import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { allActions, fileActions, storeActions } from '#tests/support/faults/all-actions.ts'
import { openFailingFiles } from '#tests/support/faults/failing-files.ts'
import { openFailingStatements } from '#tests/support/faults/failing-statements.ts'
import { openFailingStore } from '#tests/support/faults/failing-store.ts'
import { type Action, runAction } from '#tests/support/faults/fault-cases.ts'
import type { FaultSource } from '#tests/support/faults/fault-source.ts'
import { startFlakyStore } from '#tests/support/flaky-store.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import type { Result } from '#trials/report.ts'

const s3 = await startS3Server({ directory: join(createTestFolder(), 's3') })
const store = await startFlakyStore(s3.port)
afterAll(async () => {
  store.close()
  await s3.close()
})

const timeout = 1_800_000

test.each(allActions)(
  'every statement of “$name” can fail',
  (action) => expectSurvival('statements', openFailingStatements, action),
  timeout,
)

test.each(fileActions)(
  'every file operation of “$name” can fail',
  (action) => expectSurvival('file operations', ({ dataDir }) => openFailingFiles(dataDir), action),
  timeout,
)

test.each(storeActions)(
  'every request to a store by “$name” can fail',
  (action) => {
    const settings = { ...s3.settings, S3_ENDPOINT: store.endpoint }
    return expectSurvival('requests to a store', () => openFailingStore(store), action, settings)
  },
  timeout,
)

/** Each action has a site of its own, because every case checks the whole site. Also reports to the trial. */
async function expectSurvival(kind: string, open: (site: TestApp) => FaultSource, action: Action, settings = {}) {
  const site = await startTestApp({ settings })
  const source = open(site)
  try {
    const { steps, cases, problems } = await runAction({ site, source }, action)
    const result: Result = { name: action.name, figures: { steps: `${steps} ${kind}`, cases }, problems }
    const { FAULTS_REPORT: path } = process.env
    if (path) await appendFile(path, `${JSON.stringify(result)}\n`)
    expect(problems).toEqual([])
  } finally {
    source.close()
    await site.close()
  }
}
