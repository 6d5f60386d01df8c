import { stripTypeScriptTypes } from 'node:module'

/** A project path in a string: an import or a program to start. The sources of the pages keep their names. */
const modulePath = /(['"])((?:\.{1,2}\/|#|server\/)[^'"\n]*|[\w-]+-main)\.ts\1/g

/** Strips the types as Node does outside `node_modules`. Line and column numbers do not change. */
export const toJavaScript = (text: string) => stripTypeScriptTypes(text).replace(modulePath, '$1$2.js$1')

const importPattern = /(?:\bfrom\s+|\bimport\s*\(?\s*)(['"])([\w@.#/:-]+)\1/g

/** Everything that a script imports, including libraries and Node's own modules. */
export const importsOf = (script: string) => [...script.matchAll(importPattern)].map(([, , name = '']) => name)
