import type { PageRecipe } from '#contract/page-recipe.ts'
import { exampleRecipe } from '../example-recipe.testing.ts'
import { drawing, picture } from './example-pictures.testing.ts'

/** Only one page has texture, so that the references are small files. */
export const page = (more: Partial<PageRecipe>) => exampleRecipe({ title: '', text: '', isTextured: false, ...more })

const walk = [
  'The path behind the allotments has no lamps, and it is better so. After ten minutes the eyes give up looking for colours and begin to count edges: fence, hedge, the roof of the shed, the slow line of the canal.',
  'A hedgehog crosses with the air of someone who has read the timetable. “Late again,” it seems to say, and is gone under the gate.',
  'By the third night I stopped taking the torch.',
].join('\n\n')

const shortWalk = walk.split('\n\n').slice(1).join('\n\n')

export const templatePages = {
  title: page({ template: 'title', title: 'Lamp & moth', text: 'Night walks, issue three', inks: ['black', 'pink'] }),
  'title-picture': page({ template: 'title', title: 'Canal people', pictures: [picture], inks: ['blue', 'red'] }),
  text: page({ template: 'text', title: 'Without a torch', text: walk, inks: ['black', 'yellow'], style: 'book' }),
  columns: page({
    template: 'columns',
    title: 'Night notes',
    text: walk,
    inks: ['teal'],
    style: 'plain',
    paper: 'mint',
  }),
  picture: page({
    template: 'picture',
    title: 'Lamp 14',
    captions: ['The moths come at eleven and stay until the milk van.'],
    pictures: [picture],
    inks: ['black', 'orange'],
    treatment: 'coarse',
  }),
  'full-bleed': page({
    template: 'full-bleed',
    title: 'Nobody is awake',
    text: 'Except the baker, two foxes and me.',
    pictures: [picture],
    inks: ['blue', 'yellow'],
  }),
  'unchanged-picture': page({
    template: 'picture',
    captions: ['In its own colours.'],
    pictures: [picture],
    treatment: 'unchanged',
  }),
  quote: page({
    template: 'quote',
    text: 'The dark is not empty. It is only busy with other things.',
    title: 'A night porter',
    inks: ['violet', 'orange'],
    paper: 'pink',
  }),
  list: page({
    template: 'list',
    title: 'Midnight soup',
    text: 'two leeks\na potato that is past its best\nhalf a litre of stock\n\nFry the leeks slowly.\nAdd the rest and wait for the radio to finish.',
    inks: ['black', 'green'],
    style: 'typewriter',
  }),
  letter: page({
    template: 'letter',
    title: 'Dear night shift,',
    text: walk,
    style: 'handwriting',
    inks: ['blue', 'red'],
    paper: 'white',
  }),
  comic: page({
    template: 'comic',
    title: 'The fox',
    captions: ['Ten past two.', 'The bin again.', 'It looks at me.', 'I look at it.'],
    pictures: [picture, null, picture, picture],
    inks: ['black', 'yellow'],
    style: 'pixel',
  }),
  solid: page({
    template: 'solid',
    title: 'Part two',
    text: 'June',
    inks: ['black', 'pink'],
    isTextured: true,
    style: 'stencil',
  }),
  back: page({
    template: 'back',
    title: 'dustymoths',
    text: '2026\nCopy it, pass it on.',
    captions: ['https://foldout.example/zines/lamp-and-moth'],
    inks: ['black', 'pink'],
    style: 'courier',
  }),
  'title-landscape': page({
    template: 'title',
    title: 'Lamp & moth',
    text: 'Night walks, issue three',
    inks: ['red', 'teal'],
  }),
  'text-landscape': page({ template: 'text', title: 'Without a torch', text: walk, inks: ['black', 'pink'] }),
} satisfies Record<string, PageRecipe>

/** Pages of one zine, whose text has the same size. */
export const shared = (more: Partial<PageRecipe>) => page({ textSize: 'medium', language: 'en', ...more })

export const sharedSizes = {
  'size-small': shared({ template: 'text', title: 'Without a torch', text: `${walk}\n\n${walk}`, textSize: 'small' }),
  'size-medium': shared({
    template: 'text',
    title: 'Without a torch',
    text: walk,
    alignment: 'justify',
    folio: { number: 5, title: 'Night walks' },
  }),
  'size-large': shared({
    template: 'text',
    text: shortWalk,
    textSize: 'large',
    style: 'book',
    inks: ['black', 'yellow'],
  }),
  'size-center': shared({ template: 'text', title: 'Night bus', text: walk, alignment: 'center', style: 'plain' }),
}

const comicPage = (more: Partial<PageRecipe>) =>
  page({ template: 'comic', pictures: [picture, picture, picture, picture], inks: ['black', 'yellow'], ...more })

export const comics = {
  'comic-first': comicPage({
    panels: 'first',
    captions: ['', '', 'Later'],
    bubbles: [
      { panel: 0, x: 0.2, y: 0.1, tail: 'right', text: 'Is this the last bus?' },
      { panel: 0, x: 0.9, y: 0.45, tail: 'left', text: 'It is the first one of tomorrow.' },
      { panel: 3, x: 0.5, y: 0.95, tail: 'left', text: 'Oh.' },
    ],
  }),
  'comic-last': comicPage({
    panels: 'last',
    language: 'ar',
    captions: ['الليل'],
    bubbles: [{ panel: 3, x: 0.5, y: 0.1, tail: 'none', text: 'متى تصل الحافلة؟' }],
  }),
  'comic-landscape': comicPage({
    panels: 'first',
    language: 'ja',
    isLandscape: true,
    pictures: [picture, picture, null],
    bubbles: [{ panel: 0, x: 0.1, y: 0.05, tail: 'right', text: 'もう誰も起きていない' }],
  }),
}

const shown = (x: number, y: number, zoom: number, turn = 0) => ({ ...picture, frame: { x, y, zoom, turn } })

const overTwo = {
  template: 'full-bleed',
  pictures: [shown(0.5, 0.4, 1)],
  inks: ['teal', 'yellow'],
  treatment: 'coarse',
} satisfies Partial<PageRecipe>

export const frames = {
  'frame-moved': page({
    template: 'full-bleed',
    title: 'The fence',
    pictures: [shown(0.3, 0.8, 2.5)],
    inks: ['black', 'orange'],
  }),
  'spread-left': page({ ...overTwo, title: 'Both sides of the fence', spread: 'left' }),
  'spread-right': page({ ...overTwo, spread: 'right' }),
  'frame-turned': page({
    template: 'picture',
    captions: ['The camera fell over.'],
    pictures: [shown(0.5, 0.4, 1, 12)],
    inks: ['blue', 'yellow'],
    treatment: 'unchanged',
  }),
  'frame-panels': page({
    template: 'comic',
    captions: ['Up.', 'Left.', 'Down.', 'Right.'],
    pictures: [shown(0.5, 0.2, 1), shown(0.5, 0.2, 1, -90), shown(0.5, 0.2, 1, 180), shown(0.5, 0.2, 1, 90)],
    inks: ['black', 'teal'],
    treatment: 'coarse',
  }),
}

export const treatments = {
  photocopy: page({
    template: 'title',
    title: 'Nobody is awake',
    pictures: [shown(0.5, 0.5, 1)],
    inks: ['black', 'pink'],
    treatment: 'photocopy',
  }),
  lines: page({
    template: 'picture',
    title: 'From the margins',
    pictures: [drawing],
    inks: ['blue', 'yellow'],
    treatment: 'lines',
  }),
  dither: page({ template: 'full-bleed', pictures: [picture], inks: ['violet', 'orange'], treatment: 'dither' }),
  adjusted: page({
    template: 'full-bleed',
    title: 'Scanned',
    pictures: [drawing],
    treatment: 'unchanged',
    brightness: -10,
    contrast: 40,
    whitensPaper: true,
  }),
  'adjusted-dots': page({
    template: 'full-bleed',
    pictures: [picture],
    inks: ['black', 'green'],
    brightness: 30,
    contrast: -20,
  }),
}
