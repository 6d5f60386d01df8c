import { stripTypeScriptTypes } from 'node:module'

/** A path of ours in a string: of an import, or of a program that is started. What the pages are built from keeps its name. */
const modulePath = /(['"])((?:\.{1,2}\/|#|server\/)[^'"\n]*|[\w-]+-main)\.ts\1/g

/** What Node would make of it, which it does not do below `node_modules`: lines and columns stay where they are. */
export const toJavaScript = (text: string) => stripTypeScriptTypes(text).replace(modulePath, '$1$2.js$1')

const imported = /(?:\bfrom\s+|\bimport\s*\(?\s*)(['"])([\w@.#/:-]+)\1/g

/** Everything that a script imports, libraries and Node's own modules too. */
export const importedBy = (script: string) => [...script.matchAll(imported)].map(([, , name = '']) => name)
