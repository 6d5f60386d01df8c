export const isArabic = (text: string) => /[\u0600-\u06ff]/.test(text)
export const isJapanese = (text: string) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text)
export const isCyrillic = (text: string) => /[\u0400-\u04ff]/.test(text)

/** A sentence with its stop; text without any stop is one sentence. */
export function sentencesOf(text: string): string[] {
  const pieces = text.match(/[^.!?。؟？！]+[.!?。؟？！]*/g) ?? [text]
  return pieces.map((piece) => piece.trim()).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}
