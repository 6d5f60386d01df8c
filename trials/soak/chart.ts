import { type Course, type Curve, curves } from './samples.ts'

const width = 720
const panel = 92
const left = 12
const drawnHeight = 48

/** The course of each figure in a panel of its own, from nothing up to its highest, in a file that browsers draw. */
export function chart(course: Course) {
  const height = curves.length * panel + 24
  const minutes = course.at(-1)?.minutes ?? 0
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What the site takes over ${Math.round(minutes)} minutes">
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
${curves.map((curve, n) => panelOf(course, curve, n * panel + 8)).join('\n')}
<text x="${left}" y="${height - 8}">0</text>
<text x="${width - left}" y="${height - 8}" text-anchor="end">${minutes.toFixed(0)} minutes</text>
</svg>
`
}

const style = `
.paper { fill: #fbf8f1 } text { font: 13px sans-serif; fill: #1c1a17 }
polyline { fill: none; stroke: #0078bf; stroke-width: 1.5 } line { stroke: #1c1a17; stroke-opacity: 0.25 }
@media (prefers-color-scheme: dark) {
  .paper { fill: #171513 } text { fill: #efe9dc } polyline { stroke: #5cb6ee } line { stroke: #efe9dc }
}`

function panelOf(course: Course, { key, title }: Curve, top: number) {
  const values = course.map((sample) => sample[key])
  const highest = Math.max(1, ...values)
  const ground = top + panel - 20
  const step = (width - 2 * left) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, n) => `${(left + n * step).toFixed(1)},${(ground - (value / highest) * drawnHeight).toFixed(1)}`,
  )
  return `<text x="${left}" y="${top + 16}">${title}</text>
<text x="${width - left}" y="${top + 16}" text-anchor="end">highest ${highest.toFixed(0)}</text>
<line x1="${left}" x2="${width - left}" y1="${ground}" y2="${ground}"/>
<polyline points="${points.join(' ')}"/>`
}
