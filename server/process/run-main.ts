import { fileProblem } from './file-problem.ts'

/** Runs a command's main function; a failure ends the process with its sentence and no stack of ours. */
export async function runMain(main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    console.error(fileProblem(error) ?? (error instanceof Error ? error.message : error))
    process.exit(1)
  }
}
