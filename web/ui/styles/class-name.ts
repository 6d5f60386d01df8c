/** The global name of a CSS module's class: `title` of zine-card.module.css is `zine-card-title`. */
export function className(local: string, file: string) {
  const part = file.replace(/.*\/|\.module\.css.*/g, '')
  // The root class has the component's name: `card` of zine-card.module.css is `zine-card`.
  return part === local || part.endsWith(`-${local}`) ? part : `${part}-${local}`
}

export const css = { modules: { generateScopedName: className } }
