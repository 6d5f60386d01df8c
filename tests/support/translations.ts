import { readFileSync } from 'node:fs'
import PO from 'pofile'

/** The translations of the sentences without placeholders, by their English text. */
export function translationsInto(language: string) {
  const { items } = PO.parse(readFileSync(`languages/${language}.po`, 'utf8'))
  return (english: string) => {
    const translation = items.find(({ msgid, msgctxt }) => msgid === english && !msgctxt)?.msgstr[0]
    if (!translation) throw new Error(`${language} has no “${english}”`)
    return translation
  }
}
