import { globSync, readFileSync } from 'node:fs'
import { isTest } from './imports.ts'
import { textsIn } from './texts.ts'

/** Prints every text of the product as one list, to review them together. */
for (const path of globSync('{bin,contract,server,web}/**/*.{ts,tsx}').toSorted()) {
  if (isTest(path)) continue
  for (const { line, text } of textsIn({ path, text: readFileSync(path, 'utf8') }))
    console.info(`${path}:${line}\t${text.replaceAll('\n', '\\n')}`)
}
