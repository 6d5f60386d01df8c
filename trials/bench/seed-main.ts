import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/site-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { runMain } from '#server/process/run-main.ts'
import { wholeNumber } from './options.ts'
import { storePictures } from './seed/pictures.ts'
import { reader, seedLibrary } from './seed/seed-library.ts'
import { stepPrinter } from './seed/step-printer.ts'

const { values } = parseArgs({
  options: {
    zines: { type: 'string', default: '1000' },
    creators: { type: 'string' },
    seed: { type: 'string', default: '1' },
    add: { type: 'boolean', default: false },
  },
})

await runMain(async () => {
  loadDotEnv()
  const [zines, seed] = [wholeNumber('zines', values.zines), wholeNumber('seed', values.seed)]
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const steps = stepPrinter()
    const until = new Date(new Date().setUTCHours(0, 0, 0, 0))
    const made = await seedLibrary(database.direct, {
      zines,
      ...(values.creators && { creators: wholeNumber('creators', values.creators) }),
      pictures: () => storePictures(config),
      seed,
      until,
      add: values.add,
      onStep: steps.next,
    })
    console.info(
      `${made.zines} zines of ${made.creators} creators, with ${made.pages} pages and ${made.favorites} favorites, in ${steps.total()} s.`,
    )
    if (!values.add) console.info(`Sign in as ${reader.username} with the password “${reader.password}”.`)
  } finally {
    await database.stop()
  }
})
