/** What a class of a part is called in the page: `title` of zine-card.module.css is `zine-card-title`. */
export function className(local: string, file: string) {
  const part = file.replace(/.*\/|\.module\.css.*/g, '')
  // A part's own box has the part's name: `card` of zine-card.module.css is `zine-card`.
  return part === local || part.endsWith(`-${local}`) ? part : `${part}-${local}`
}

export const css = { modules: { generateScopedName: className } }
