import { pick, type Random, randomRank } from '#tests/support/random.ts'
import { makeCyrillicVocabulary, makeVocabulary } from './words.ts'

/** Writes a text with the given number of words. */
type Writer = (words: number) => string

/**
 * Creates a writer for each zine or creator. Three in a hundred use another script or many accents, mixed with other words as
 * in real texts.
 */
export class Writers {
  readonly #random: Random
  readonly #word: () => string
  readonly #foreign: Language[]
  readonly vocabulary = makeVocabulary()

  constructor(random: Random) {
    this.#random = random
    this.#word = wordPicker(random, this.vocabulary)
    this.#foreign = [{ word: wordPicker(random, makeCyrillicVocabulary()) }, ...createLanguages(random)]
  }

  next(): Writer {
    const random = this.#random
    if (random() >= 0.03) return (count) => writeText(count, this.#word)
    const { word, isUnspaced } = pick(random, this.#foreign)
    const randomWord = () => (random() < 0.8 ? word() : this.#word())
    return isUnspaced ? (count) => writeUnspacedText(count, random, word) : (count) => writeText(count, randomWord)
  }
}

type Language = { word: () => string; isUnspaced?: boolean }

const japanese = '漫画 同人誌 写真 東京 夜 猫 手作り 紙 音楽 旅 詩 雑誌 絵 街 海 喫茶店 自転車 図書館 印刷 折り紙'
const otherLanguages = [
  'مجلة فن صورة مدينة ليل قصة ورق موسيقى حب بيت بحر',
  '한국 잡지 사진 그림 도시 밤 고양이 종이 음악 여행 시 바다 커피 자전거',
  'papelería cuadernillo ñandú recetas cañón añejo jamás árbol último corazón',
]

const createLanguages = (random: Random): Language[] => [
  { word: () => pick(random, japanese.split(' ')), isUnspaced: true },
  ...otherLanguages.map((words) => ({ word: () => pick(random, words.split(' ')) })),
]

const wordPicker = (random: Random, vocabulary: readonly string[]) => () =>
  vocabulary[randomRank(random, vocabulary.length)] ?? ''

function writeText(count: number, word: () => string) {
  let text = word()
  for (let n = 1; n < count; n++) text += ` ${word()}`
  return text
}

/** Writes one run of characters with a few commas, like Japanese. */
function writeUnspacedText(count: number, random: Random, word: () => string) {
  let text = word()
  for (let more = 1; more < count; more++) text += pick(random, ['', '', 'の', 'の', '、']) + word()
  return text
}
