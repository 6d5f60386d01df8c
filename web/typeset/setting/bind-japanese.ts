type Setting = { isTitle?: boolean | undefined; isCompact?: boolean | undefined }

/**
 * Japanese and Chinese have no spaces, and lines may break between most characters. Large text keeps its words whole.
 * Small text keeps names, numbers and its last characters together, of which one would be alone in a line.
 */
export function bindJapanese(text: string, { isTitle, isCompact }: Setting) {
  if (isTitle) return (isCompact ? phrasesOf(text) : wordsOf(text)).map(bindWord).join('')
  const words = wordsOf(text).map((word) => word.replace(together, bind))
  return words
    .join('')
    .replaceAll(clinging, '\u2060')
    .replace(/[^\s\u2060]{3}\p{P}?$/u, bind)
}

export const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u

/** A name and its form of address, or a number and what it counts. */
const together =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,6}(?:さん|ちゃん|くん|さま|様|君|氏|先生)|[〇一二三四五六七八九十百千\d]{1,4}[\p{Script=Han}つ]/u

/** These characters do not start a line: small kana, and the rest of a dash or an ellipsis. */
const clinging = /(?<=[^\s\u2060])(?=[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー])|(?<=[—―…‥])(?=[—―…‥])/gu

/** A particle, an ending or a form of address belongs to the word before it, and an opening quote to the word after it. */
function wordsOf(text: string) {
  const words: string[] = []
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)) {
    const word = words.at(-1)
    if (word !== undefined && isPartOf(word, segment)) words[words.length - 1] = word + segment
    else words.push(segment)
  }
  return words
}

const isPartOf = (word: string, segment: string) =>
  opening.test(word) ||
  particle.test(segment) ||
  (word.length + segment.length <= longestJoined &&
    (ending.test(segment) ||
      (/[てで]$/.test(word) && afterTe.test(segment)) ||
      (/[〇一二三四五六七八九十百千\d]$/.test(word) && /^\p{Script=Han}$/u.test(segment))))

/** A longer one would make the text small. */
const longestJoined = 8

const opening = /[\p{Ps}\p{Pi}]$/u
const particle = /^(?:っ\p{Script=Hiragana}*|\p{Script=Hiragana}|(?![\p{Ps}\p{Pi}])\p{P})$/u
const ending =
  /^(?:さん|ちゃん|くん|さま|様|君|氏|先生|目|ます|まし|ませ|です|でし|でしょ|てい|ない|なかっ|たい|から|まで|より|など|だけ|しか)$/
/** 持っている has such an ending. */
const afterTe = /^(?:い|く|お|み|しま|あ)\p{Script=Hiragana}+$/u

/** Splits a text into words with their particles. Long ones also end after verbs. */
const phrasesOf = (text: string) =>
  text
    .split(
      /(?<=[\p{Script=Hiragana}\p{P}])(?<![\p{Ps}\p{Pi}])(?![\p{Script=Hiragana}\p{P}])|(?<=\S)(?=[\p{Ps}\p{Pi}])|(?<=\s)/u,
    )
    .flatMap((phrase) => (phrase.length > 6 ? phrase.split(/(?<=[てで])(?=\p{Script=Hiragana})/u) : phrase))
    .flatMap((phrase) => (phrase.length > longestWhole ? wordsOf(phrase) : phrase))

/** A longer one may not fit in a line, and would break before any character, also before a closing quote. */
const longestWhole = 10

const bindWord = (word: string) => (unspaced.test(word) && word.length <= longestWhole ? bind(word) : word)

const bind = (word: string) => Array.from(word).join('\u2060')
