/** The global name of a CSS module's class: `title` of zine-card.module.css is `zine-card-title`. */
export function className(local: string, file: string) {
  const component = file.replace(/.*\/|\.module\.css.*/g, '')
  // The root class has the component's name: `card` of zine-card.module.css is `zine-card`.
  return component === local || component.endsWith(`-${local}`) ? component : `${component}-${local}`
}

export const css = { modules: { generateScopedName: className } }
