/** Invisible characters, which can reorder a text or make two names look alike. */
const invisibleCharacters =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]--[\t\n\u200C\u200D\p{Variation_Selector}\u{E0000}-\u{E007F}]]/gv

/** Variation selectors mean nothing without a letter before them. */
const strayVariationSelectors =
  /(?<![[\p{L}\p{N}\p{P}\p{S}\p{M}]--\p{Variation_Selector}])\p{Variation_Selector}+|(?<=\p{Variation_Selector})\p{Variation_Selector}+/gv

/** Tag characters are valid only in flags, such as those of England, Scotland and Wales. */
const tagCharacters = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\u{E0000}-\u{E007F}]/gu

/** Scripts that need invisible joiners. */
const joiningScripts = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const emoji = '\\p{Extended_Pictographic}'
const strayJoiners = new RegExp(
  `(?<![${joiningScripts}])(?<![${emoji}\\p{Emoji_Modifier}\\uFE0F](?=\\u200D))[\\u200C\\u200D]+` +
    `|[\\u200C\\u200D]+(?![${joiningScripts}${emoji}\\u200C\\u200D])|(?<=([\\u200C\\u200D]))[\\u200C\\u200D]+`,
  'gu',
)

/** Text without invisible characters, except where a script or an emoji needs them. */
export const stripInvisible = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(invisibleCharacters, '')
    .replace(tagCharacters, '$1')
    .replace(strayVariationSelectors, '')
    .replace(strayJoiners, '')
    .trim()

/** Letters that are empty, such as fillers, and symbols that are empty, such as the Braille blank, do not count. */
const visibleCharacter =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text has nothing that readers see: the rule for every required text, in the browser and on the server. */
export const isBlank = (text: string) => !visibleCharacter.test(text)

/** Empty if nothing is visible. */
export const trimText = (text: string) => (isBlank(text) ? '' : text.trim())

/** One visible line, for example a name; empty if nothing is visible. */
export const toVisibleLine = (text: string) => trimText(stripInvisible(text.replace(/\s+/gu, ' ')).replace(/ +/g, ' '))
