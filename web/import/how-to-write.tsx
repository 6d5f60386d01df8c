import { importColumns } from '#contract/import-columns.ts'
import css from './import-page.module.css'

const example = `title,files,alt texts,languages,subjects
Moths at Night,moths/,A moth | Its shadow,en,insects | night
Bread,bread-1.jpg | bread-2.jpg,,pt-BR,
Benches,benches.pdf,,en,`

/** What the CSV may say. */
export const HowToWrite = () => (
  <details className={css.how}>
    <summary>How the CSV is written</summary>
    <p>
      The first row names the columns, in any order; each row below is a zine. Between the cells stand commas,
      semicolons or tabs, as your spreadsheet likes it. In a list | or a line break stands between.
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
    <section className={css.example} tabIndex={0} aria-label="An example">
      <pre>{example}</pre>
    </section>
    <dl className={css.columns}>
      {Object.entries(importColumns).map(([name, says]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </details>
)
