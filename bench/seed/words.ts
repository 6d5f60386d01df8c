import { between, type Random, randomFrom } from './random.ts'

/** Words of known frequency for the search scenarios: of 100,000 zines about 28,000, 4,000 and 20 have them. */
export const sampleWords = { common: 'paper', middling: 'moth', rare: 'xylograph' } as const

const everyday =
  'the and of a to in is for with on from my this about that it by an at i as you we are be or was not your our'
const ofZines =
  'zine page issue print love time life art work hand drawn story collection city night poems comic ink fold edition'
const subjects =
  'risograph collage punk queer perzine garden bicycle vinyl mixtape tarot skate protest recipe folklore archive linocut cyanotype polaroid cassette moon ghost river library kitchen mushroom train ocean radio'

/** How frequent a word is in texts falls with its place in the list, as in spoken languages (Zipf). */
export function makeVocabulary(size = 20_000) {
  const random = randomFrom(7)
  const words = new Set(`${everyday} ${ofZines} ${subjects}`.split(' '))
  while (words.size < size) words.add(inventWord(random, words.size))
  const list = [...words]
  list.splice(10, 0, sampleWords.common)
  list.splice(110, 0, sampleWords.middling)
  list.splice(-1, 0, sampleWords.rare)
  return list
}

// Sounds that cannot make a word one would not want to read.
const starts = 'b d g h j l m n r s t v w st tr ch br pl gr th gl'.split(' ')
const vowels = 'a e i o u ea ou ai io ee'.split(' ')
const ends = ['', '', '', '', ...'n r s t l m ng nd rt st ll x'.split(' ')]

function inventWord(random: Random, rank: number) {
  const syllables = rank < 1_000 ? 2 : between(random, 2, 4)
  return Array.from(
    { length: syllables },
    () => pick(random, starts) + pick(random, vowels) + pick(random, ends),
  ).join('')
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

const otherScripts = [
  'зин город ночь рисунок бумага журнал стихи фото книга музыка любовь кошка дом улица море друг свет',
  '漫画 同人誌 写真 東京 夜 猫 手作り 紙 音楽 旅 詩 雑誌 絵 街 海',
  'مجلة فن صورة مدينة ليل قصة ورق موسيقى حب بيت بحر',
  'papelería cuadernillo ñandú recetas cañón añejo jamás árbol último corazón',
].map((words) => words.split(' '))

/** Draws words for one text: three texts in a hundred are in another script or full of accents. */
export function wordSource(random: Random, vocabulary: readonly string[]) {
  const foreign = random() < 0.03 ? pick(random, otherScripts) : undefined
  const zipf = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? ''
  return (count: number) =>
    Array.from({ length: count }, () => (foreign && random() < 0.8 ? pick(random, foreign) : zipf())).join(
      ' ',
    )
}
