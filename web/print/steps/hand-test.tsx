import css from './steps.module.css'

/** How two test sheets tell which way paper is put back. */
export const HandTest = () => (
  <div className={css.test}>
    <h2>Print the test first; the arrow shows how to put the paper back</h2>
    <ol>
      <li>Print the test’s fronts. Put both sheets back and print the test’s backs.</li>
      <li>
        Turn each sheet like the page of a book. Both sides should say the same number, with the arrow up.
      </li>
      <li>Other numbers: next time turn the pile over. An arrow down: turn the paper half round.</li>
      <li>Then print the fronts, put the pile back the way that worked, and print the backs.</li>
    </ol>
  </div>
)
