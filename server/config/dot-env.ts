import { lstatSync } from 'node:fs'

/** Loads `.env` from the working folder, if there is one; what the environment says already wins. */
export function loadDotEnv() {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isThere('.env')) return
    throw new Error(
      'Foldout cannot start: the settings in .env of this folder cannot be read. Let the user read them who starts it.',
      { cause: error },
    )
  }
}

/** Node calls a file absent that may not be read. Without its settings a site would open as another one. */
function isThere(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
