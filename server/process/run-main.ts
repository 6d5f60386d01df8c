import { fileProblem } from './file-problem.ts'
import { keepFilesPrivate } from './private-files.ts'

/**
 * Runs a command's main function; a failure ends the process with its sentence and no stack of ours. `sharesFiles` is for
 * programs whose children run as several users.
 */
export async function runMain(main: () => Promise<void>, { sharesFiles = false } = {}) {
  if (!sharesFiles) keepFilesPrivate()
  try {
    await main()
  } catch (error) {
    console.error(fileProblem(error) ?? (error instanceof Error ? error.message : error))
    process.exit(1)
  }
}
