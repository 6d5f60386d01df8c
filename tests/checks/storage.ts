import type { Source } from './endpoints.ts'

const browserStorage = /\b(?:localStorage|sessionStorage|indexedDB|caches|cookieStore|document\.cookie)\b/
const comment = /\/\*[\s\S]*?\*\/|\/\/.*$/gm

/**
 * The only files that use the browser's storage itself. Zines saved offline belong to the browser, not to a member. The
 * workspace saved offline is deleted when its member signs out.
 */
const storageFiles = [
  /^web\/browser\/local-storage\.ts$/,
  // Reads two keys of the browser before any module is loaded.
  /^web\/entry-inline\.ts$/,
  /^web\/offline\//,
]

/** Files of `web/` whose entries in the browser's storage would be forgotten at sign-out, as sentences. */
export function storageProblems({ path, text }: Source): string[] {
  if (storageFiles.some((file) => file.test(path))) return []
  const [name] = browserStorage.exec(text.replaceAll(comment, '')) ?? []
  return name ? [`${path} uses ${name}: use web/browser/local-storage.ts, whose keys are declared`] : []
}
