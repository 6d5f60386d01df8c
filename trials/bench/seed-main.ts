import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/site-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { runMain } from '#server/process/run-main.ts'
import { wholeNumber } from './options.ts'
import { storePictures } from './seed/pictures.ts'
import { reader, seedLibrary } from './seed/seed-library.ts'

const { values } = parseArgs({ options: { zines: { type: 'string', default: '1000' } } })

await runMain(async () => {
  loadDotEnv()
  const zines = wholeNumber('zines', values.zines)
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const startedAt = performance.now()
    const until = new Date(new Date().setUTCHours(0, 0, 0, 0))
    const seeded = await seedLibrary(database.direct, {
      zines,
      pictures: () => storePictures(config),
      seed: 1,
      until,
      onProgress: (progress) => console.info(`${progress}…`),
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.info(
      `${seeded.zines} zines of ${seeded.creators} creators, with ${seeded.pages} pages and ${seeded.favorites} favorites, in ${seconds} s.`,
    )
    console.info(`Sign in as ${reader.username} with the password “${reader.password}”.`)
  } finally {
    await database.stop()
  }
})
