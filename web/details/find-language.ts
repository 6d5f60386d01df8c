import { nameOfLanguage } from '#contract/language-name.ts'
import { canonicalLanguage } from '#contract/language-tag.ts'
import { languageName, offeredLanguages } from './language-names.ts'

/** Names of the offered languages in those languages. Written out, because browsers know only about half of them. */
const ownNames = `
  af Afrikaans | am አማርኛ | ar العربية | az azərbaycan | az azərbaycanca | be беларуская | bg български | bn বাংলা
  br brezhoneg | bs bosanski | ca català | cs čeština | cy Cymraeg | da dansk | de Deutsch | el Ελληνικά | en English
  eo Esperanto | es español | es castellano | et eesti | eu euskara | fa فارسی | fi suomi | fil Filipino | fo føroyskt
  fr français | fy Frysk | ga Gaeilge | gd Gàidhlig | gl galego | gu ગુજરાતી | ha Hausa | haw ʻŌlelo Hawaiʻi | he עברית
  hi हिन्दी | hr hrvatski | ht Kreyòl ayisyen | hu magyar | hy հայերեն | id Indonesia | id Bahasa Indonesia | ig Igbo
  is íslenska | it italiano | ja 日本語 | ka ქართული | kk қазақ тілі | km ខ្មែរ | kn ಕನ್ನಡ | ko 한국어 | ku kurdî
  ku kurdî (kurmancî) | ky кыргызча | la Latina | lb Lëtzebuergesch | lo ລາວ | lt lietuvių | lv latviešu | mg Malagasy
  mi Māori | mi te reo Māori | mk македонски | ml മലയാളം | mn монгол | mr मराठी | ms Melayu | ms Bahasa Melayu | mt Malti
  my မြန်မာ | nb norsk | nb bokmål | nb norsk bokmål | ne नेपाली | nl Nederlands | nn nynorsk | nn norsk nynorsk
  oc occitan | pa ਪੰਜਾਬੀ | pl polski | ps پښتو | pt português | pt-BR português (Brasil) | pt-BR português do Brasil
  qu Runasimi | ro română | ru русский | rw Ikinyarwanda | sa संस्कृत भाषा | sa संस्कृत | si සිංහල | sk slovenčina
  sl slovenščina | sm Gagana Samoa | so Soomaali | sq shqip | sr српски | sr srpski | st Sesotho | sv svenska | sw Kiswahili
  ta தமிழ் | te తెలుగు | th ไทย | ti ትግርኛ | to lea fakatonga | tr Türkçe | tt татар | uk українська | ur اردو | uz o‘zbek
  vi Tiếng Việt | xh isiXhosa | yi ייִדיש | yo Èdè Yorùbá | yo Yorùbá | zh 中文 | zh-Hant 繁體中文 | zu isiZulu`

/** The tag for a language's name, in the language of the page or in the language itself, or for a tag. Undefined if unknown. */
export function findLanguage(pageLanguage: string, input: string) {
  const match = tagsByName(pageLanguage).get(normaliseName(input))
  if (match) return match
  const tag = canonicalLanguage(input.trim())
  return tag && nameOfLanguage(tag) !== undefined ? tag : undefined
}

const tags = new Map<string, Map<string, string>>()
function tagsByName(pageLanguage: string) {
  const offered = offeredLanguages(pageLanguage).map(({ tag }) => [languageName(pageLanguage, tag), tag] as const)
  const known =
    tags.get(pageLanguage) ?? new Map([...offered, ...readOwnNames()].map(([name, tag]) => [normaliseName(name), tag]))
  tags.set(pageLanguage, known)
  return known
}

const readOwnNames = () =>
  ownNames.split(/\s*[|\n]\s*/).flatMap((entry) => {
    const [tag = '', ...words] = entry.trim().split(/\s+/)
    return tag ? [[words.join(' '), tag] as const] : []
  })

/** Ignores case, accents and apostrophes. */
const normaliseName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replace(/[\p{M}'‘’ʻʼ]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
