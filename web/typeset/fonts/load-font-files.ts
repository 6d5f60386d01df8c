/** A file is loaded if the text has a character of its range. The rest describes the font face. */
export type FontFile = { family: string; url: string; range: string; weight: string; stretch?: string }

const loaded = new Set<string>()
const loading = new Map<string, Promise<void>>()

/** Loads fonts, also in a worker. Returns whether one of them was missing. */
export const loadFontFiles = async (files: FontFile[]) => (await Promise.all(files.map(loadFile))).some(Boolean)

async function loadFile(file: FontFile) {
  const { url } = file
  if (loaded.has(url)) return false
  const load = loading.get(url) ?? addFace(file).finally(() => loading.delete(url))
  loading.set(url, load)
  await load
  return true
}

async function addFace({ family, url, range, weight, stretch = 'normal' }: FontFile) {
  const face = new FontFace(fontFamily(family), `url(${url})`, { unicodeRange: range, weight, stretch })
  const fonts = 'fonts' in globalThis ? (globalThis as unknown as { fonts: FontFaceSet }).fonts : document.fonts
  fonts.add(await face.load())
  loaded.add(url)
}

/** The name differs from the names in the site's styles, whose files cover other characters. */
export const fontFamily = (name: string) => `Typeset ${name}`
