import { coverDesigns, type PageRecipe } from '#contract/page-recipe.ts'
import { exampleRecipe } from '../example-recipe.testing.ts'

/** Only one page has texture, so that the references are small files. */
const page = (more: Partial<PageRecipe>) => exampleRecipe({ title: '', text: '', isTextured: false, ...more })

const picture = { url: '', altText: 'A lamp at night' }
const drawing = { url: '', altText: 'A flower in pencil' }

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

export const scripts = {
  arabic: page({
    template: 'text',
    title: 'حبر وورق',
    text: 'الطريق خلف الحدائق بلا مصابيح، وهذا أفضل. بعد عشر دقائق تبدأ العين بعدّ الحواف: السياج، ثم سقف الكوخ، ثم خط القناة البطيء.\n\nفي الليلة الثالثة تركت المصباح في البيت (ورقم 14 ما زال مضاءً).',
    inks: ['teal', 'orange'],
    language: 'ar',
  }),
  'arabic-back': page({
    template: 'back',
    title: 'قارئة الليل',
    text: '٢٠٢٦',
    captions: ['https://foldout.example/zine/4'],
    language: 'ar',
  }),
  'arabic-quote': page({
    template: 'quote',
    title: 'dustymoths',
    text: 'الليل ليس فارغًا، بل مشغول بأشياء أخرى.',
    inks: ['violet', 'orange'],
    language: 'ar',
  }),
  russian: page({
    template: 'text',
    title: 'Ночной автобус',
    text: 'Водитель спит, надвинув кепку на глаза. Женщина со шваброй идёт по проходу, как по палубе. "Никто не спрашивает зачем".',
    inks: ['red'],
    style: 'typewriter',
    language: 'ru',
  }),
  japanese: page({
    template: 'text',
    title: '夜の散歩',
    text: '市民農園の裏の道には街灯がない。その方がいい。十分もすると、目は色を探すのをやめて、輪郭を数えはじめる。垣根、生け垣、物置の屋根、ゆっくりとした運河の線。\n\n三日目の夜から、懐中電灯は持っていかないことにした。',
    inks: ['black', 'red'],
    language: 'ja',
  }),
  greek: page({
    template: 'text',
    title: 'Νυχτερινός περίπατος',
    text: 'Το μονοπάτι πίσω από τους κήπους δεν έχει φώτα, κι είναι καλύτερα έτσι. Μετά από δέκα λεπτά τα μάτια παύουν να ψάχνουν χρώματα και αρχίζουν να μετρούν άκρες.',
    inks: ['blue', 'yellow'],
    language: 'el',
    style: 'book',
  }),
  vietnamese: page({
    template: 'text',
    title: 'Đi dạo ban đêm',
    text: 'Con đường sau những mảnh vườn không có đèn, và như thế lại hay hơn. Sau mười phút, đôi mắt thôi tìm màu sắc và bắt đầu đếm những đường viền: hàng rào, bụi cây, mái lều, dòng kênh chậm rãi.',
    inks: ['green', 'pink'],
    language: 'vi',
  }),
  emoji: page({
    template: 'list',
    title: 'Weather 🌧️',
    text: 'Monday 🌤️ and a walk 🐕\nTuesday 🌩️, tea 🫖 and ❤️\nWednesday: the whole family 👨‍👩‍👧‍👦 stays in 🏠\nThursday 🇯🇵 3️⃣ 👍🏽 ☎',
    inks: ['violet', 'yellow'],
  }),
} satisfies Record<string, PageRecipe>

/** A drawing, or a lamp above hills: large areas, fine lines and a gradient. */
export async function examplePicture(of: PageRecipe['pictures'][number]) {
  if (!of) return null
  if (of.altText === drawing.altText) return pencilDrawing()
  const canvas = new OffscreenCanvas(800, 800)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('No canvas')
  const sky = pen.createLinearGradient(0, 0, 0, 800)
  sky.addColorStop(0, '#16203a')
  sky.addColorStop(1, '#d9c9a0')
  pen.fillStyle = sky
  pen.fillRect(0, 0, 800, 800)
  const light = pen.createRadialGradient(400, 300, 20, 400, 300, 300)
  light.addColorStop(0, '#fff7d0')
  light.addColorStop(1, '#fff7d000')
  pen.fillStyle = light
  pen.fillRect(0, 0, 800, 800)
  pen.fillStyle = '#241a14'
  pen.fillRect(392, 300, 16, 420)
  pen.beginPath()
  pen.ellipse(250, 800, 420, 150, 0, 0, 2 * Math.PI)
  pen.ellipse(700, 820, 380, 220, 0, 0, 2 * Math.PI)
  pen.fill()
  pen.strokeStyle = '#241a14'
  pen.lineWidth = 3
  for (let x = 20; x < 800; x += 40) pen.strokeRect(x, 560, 24, 120)
  return createImageBitmap(canvas)
}

const cover = (more: Partial<PageRecipe>) => page({ template: 'title', language: 'en', ...more })

const coverTexts: Record<string, PageRecipe> = {
  latin: cover({ title: 'Lamp & moth', text: 'Night walks, issue three' }),
  japanese: cover({
    title: '坂の上の猫だより',
    text: '第三号',
    language: 'ja',
    inks: ['black', 'orange'],
    paper: 'white',
  }),
  arabic: cover({ title: 'حبر وورق', text: 'العدد الثالث', language: 'ar', inks: ['teal', 'orange'] }),
  picture: cover({ title: 'Canal people', text: 'Spring', inks: ['blue', 'red'], pictures: [picture] }),
  'one-ink': cover({ title: '“Courgette” emergency', text: 'August', inks: ['teal'], style: 'typewriter' }),
}

/** Each design, such as `cover-stripes-arabic`. */
export const covers: Record<string, PageRecipe> = Object.fromEntries(
  coverDesigns.flatMap((design) =>
    Object.entries(coverTexts).map(([name, recipe]) => [`cover-${design}-${name}`, { ...recipe, cover: design }]),
  ),
)

/** A pencil drawing on paper that is darker at one side. */
async function pencilDrawing() {
  const canvas = new OffscreenCanvas(800, 1000)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('No canvas')
  const paper = pen.createLinearGradient(0, 0, 800, 1000)
  paper.addColorStop(0, '#e8dfc8')
  paper.addColorStop(1, '#857c6c')
  pen.fillStyle = paper
  pen.fillRect(0, 0, 800, 1000)
  pen.strokeStyle = '#30303890'
  pen.lineWidth = 4
  for (let petal = 0; petal < 9; petal += 1) {
    pen.beginPath()
    pen.ellipse(400, 360, 60, 250, (petal * Math.PI) / 9, 0, 2 * Math.PI)
    pen.stroke()
  }
  for (let line = 0; line < 30; line += 1) {
    pen.beginPath()
    pen.moveTo(200 + line * 14, 980)
    pen.lineTo(240 + line * 11, 760 + (line % 5) * 12)
    pen.stroke()
  }
  pen.fillStyle = '#28282ec0'
  pen.fillRect(620, 780, 90, 90)
  return createImageBitmap(canvas)
}

/** Pages of one zine, whose text has the same size. */
const shared = (more: Partial<PageRecipe>) => page({ textSize: 'medium', language: 'en', ...more })

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

export const frames = {
  'frame-moved': page({
    template: 'full-bleed',
    title: 'The fence',
    pictures: [shown(0.3, 0.8, 2.5)],
    inks: ['black', 'orange'],
  }),
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
