import { coverDesigns, type PageRecipe, pictureTreatments, textSizes } from '#contract/page-recipe.ts'
import { drawing, picture } from './example-pictures.testing.ts'
import { page, shared } from './reference-recipes.testing.ts'

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

/** A page of text, and a picture with its caption. */
const texts: Record<string, Partial<PageRecipe>> = {
  latin: {
    title: 'Low tide',
    text: 'The harbour empties twice a day. On the mud are boots, bottles and the bicycle that everyone here has lost once.\n\nWe walk out to the *red buoy* and are back before the water is.',
    captions: ['The buoy, seen from the slipway.'],
    language: 'en',
    inks: ['black', 'teal'],
  },
  japanese: {
    title: '銭湯の裏口',
    text: '湯気の向こうに自転車が三台。番台のおばあさんは、誰が何時に来るかを全部おぼえている。「今日は遅いね」と言われて、はじめて遅いことに気づく。\n\n帰り道、髪はまだ濡れている。',
    captions: ['煙突は坂の下からも見える。'],
    language: 'ja',
    inks: ['blue', 'red'],
    paper: 'white',
  },
  arabic: {
    title: 'سطح الجيران',
    text: 'على السطح حبل غسيل وقطة ورائحة خبز. كل مساء نعدّ أضواء الحي: 12، ثم 30، ثم لا نعود نعدّ.\n\nقالت جدتي: «المدينة تنام متأخرة، لأن لديها ما تقوله».',
    captions: ['الحي كما يبدو من فوق.'],
    language: 'ar',
    inks: ['violet', 'orange'],
  },
}

/** A page for each value in each script, such as `size-small-arabic`. */
const each = <Value extends string, Texts>(
  kind: string,
  values: readonly Value[],
  scripts: Record<string, Texts>,
  toPage: (value: Value, texts: Texts) => PageRecipe,
) =>
  Object.fromEntries(
    values.flatMap((value) =>
      Object.entries(scripts).map(([script, texts]) => [`${kind}-${value}-${script}`, toPage(value, texts)]),
    ),
  )

export const covers: Record<string, PageRecipe> = {
  ...each('cover', coverDesigns, coverTexts, (design, recipe) => ({ ...recipe, cover: design })),
  // The title decides which sketch is on the cover.
  'cover-hand-plant': cover({ title: 'Windowsill', cover: 'hand' }),
}

export const sizesInScripts = each('size', textSizes, texts, (textSize, script) =>
  shared({ ...script, template: 'text', textSize, folio: { number: 7, title: script.title ?? '' } }),
)

export const treatmentsInScripts = each('treatment', pictureTreatments, texts, (treatment, script) =>
  page({ ...script, template: 'picture', treatment, pictures: [treatment === 'lines' ? drawing : picture] }),
)
