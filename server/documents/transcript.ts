import * as limits from '#contract/limits.ts'

/**
 * The words of a page as PDFium reads them, as text that a person could have typed: lines stay lines, and where a word
 * was parted at the end of one it stays parted. PDFium marks that hyphen with a character of its own.
 */
export function transcriptOf(text: string) {
  const typed = text
    .replaceAll('\u0002', '-\n')
    .replaceAll('\uFFFE', '-\n')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Co}|\p{Noncharacter_Code_Point}/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return cut(typed.trim())
}

/** Not in the middle of a character. */
const cut = (text: string) =>
  text
    .slice(0, limits.transcript)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
