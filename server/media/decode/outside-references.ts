import {
  type CSSToken,
  isTokenFunction,
  isTokenWhitespace,
  TokenType,
  tokenize,
} from '@csstools/css-tokenizer'
import { damagedImage, RefusedFile } from './refused-file.ts'

const inside = /^(#|data:image\/(png|jpeg|gif|webp)[;,]|$)/i

/** Of a part of the same drawing, or of a picture that is embedded in it. A drawing in a drawing could go on for ever. */
export const isInsideAddress = (address: string) => inside.test(address.trim())

/** A font that is embedded. Nothing here draws with it, and other letters than the maker's would be no help. */
const font = /^data:(font|application)\//i

const isOutside = (address: string) => {
  if (font.test(address.trim())) throw new RefusedFile(ownFont)
  return !isInsideAddress(address)
}

const ownFont =
  'This SVG brings a font along, which we cannot draw with. Convert its text to paths, or save it as PNG, and try again.'

/** Nothing else can name a file, however it is escaped: most texts have none of these and are not read any further. */
const mayRefer = /\\|@|url|src|image/i
/** These hold addresses in ways of their own, and no drawing has a use for them. */
const alwaysRefers = /^(image|(-webkit-)?image-set)$/i

/** Whether a style sheet, a style attribute or a presentation attribute refers to another file. */
export function cssRefersOutside(css: string): boolean {
  if (!mayRefer.test(css)) return false
  const tokens = tokenize({ css }, { onParseError: patience() })
  return tokens.some((token, index) => refersOutside(token, () => argumentAt(tokens, index + 1)))
}

/** Mistakes are forgiven, as CSS wants it, but each is slow: nobody has made so many in earnest. */
function patience() {
  let left = 1000
  return () => {
    left--
    if (left < 0) throw new RefusedFile(damagedImage)
  }
}

function refersOutside(token: CSSToken, findArgument: () => CSSToken | undefined) {
  if (token[0] === TokenType.BadURL) return true
  if (token[0] === TokenType.URL) return isOutside(token[4].value)
  if (token[0] === TokenType.AtKeyword) return token[4].value.toLowerCase() === 'import'
  if (!isTokenFunction(token)) return false
  if (alwaysRefers.test(token[4].value)) return true
  if (!/^(url|src)$/i.test(token[4].value)) return false
  const argument = findArgument()
  return argument?.[0] !== TokenType.String || isOutside(argument[4].value)
}

function argumentAt(tokens: CSSToken[], from: number) {
  let index = from
  while (isTokenWhitespace(tokens[index])) index++
  return tokens[index]
}
