import { between, pick, type Random, randomFrom } from '#tests/support/random.ts'

const everydayWords =
  'the and of a to in is for with on from my this about that it by an at i as you we are be or was not your our'
const zineWords =
  'paper zine page issue print love time life art work hand drawn story collection city night poems comic ink fold edition'
const subjectWords =
  'moth risograph collage punk queer perzine garden bicycle vinyl mixtape tarot skate protest recipe folklore archive linocut cyanotype polaroid cassette moon ghost river library kitchen mushroom train ocean radio'
const cyrillicWords =
  'и в не на что с это как к по из у за от мой зин город ночь рисунок бумага журнал стихи фото книга музыка любовь кошка дом улица море друг свет'

type Sounds = { starts: string[]; vowels: string[]; ends: string[] }

// These sounds cannot form offensive words.
const latin: Sounds = {
  starts: 'b d g h j l m n r s t v w st tr ch br pl gr th gl'.split(' '),
  vowels: 'a e i o u ea ou ai io ee'.split(' '),
  ends: 'n r s t l m ng nd rt st ll x'.split(' '),
}
const cyrillic: Sounds = {
  starts: 'б в г д ж з к л м н п р с т ч ш ст тр гр пл'.split(' '),
  vowels: 'а е и о у ы я ю ё'.split(' '),
  ends: 'н р с т л м й ст ть нь'.split(' '),
}

/** The vocabulary of the texts, most frequent word first. */
export const makeVocabulary = (size = 80_000) =>
  createVocabulary(size, `${everydayWords} ${zineWords} ${subjectWords}`, latin)

export const makeCyrillicVocabulary = (size = 4_000) => createVocabulary(size, cyrillicWords, cyrillic)

function createVocabulary(size: number, knownWords: string, sounds: Sounds) {
  const random = randomFrom(7)
  const words = new Set(knownWords.split(' '))
  while (words.size < size) words.add(inventWord(random, words.size, sounds))
  return [...words]
}

/** Most words have four to twelve characters, as in real texts. */
function inventWord(random: Random, rank: number, { starts, vowels, ends }: Sounds) {
  const syllables = rank < 1_000 ? 2 : between(random, 2, 3)
  let word = ''
  for (let count = 0; count < syllables; count++)
    word += pick(random, starts) + pick(random, vowels) + (random() < 0.4 ? pick(random, ends) : '')
  return word
}
