import { type PageHandle, usePageData } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { OutsideLink } from '#web/ui/controls/link.tsx'
import overprint from '#web/ui/marks/overprint.module.css'
import { Overprint } from '#web/ui/marks/overprint.tsx'
import css from './about-page.module.css'

export const handle: PageHandle = { inks: 'sun blue' }

const mission = 'A slower, more intentional space for zines, without algorithms or social-media noise.'

const steps = [
  {
    title: 'Find',
    words:
      'Search zines and the people who make them. The newest lie on top. Nothing is pushed at you, and the page has an end.',
  },
  {
    title: 'Fold',
    words: 'Share up to five images or one video. Your pages are shown whole, on the paper size you chose.',
  },
  {
    title: 'Keep',
    words:
      'Favorite what you want to find again. Keep projects on your own desk, with a timer that minds the kettle.',
  },
]

export const Page = () => (
  <main id="main" className={`wrap ${css.page}`}>
    <PageHead title="About · Foldout" description={mission} path="/about" />
    <section className={css.hero}>
      <div>
        <h1>About</h1>
        <p className={css.lead}>
          A slower, more intentional space for zines, <Overprint>without algorithms</Overprint> or
          social-media noise.
        </p>
      </div>
      <div className={css.kettle} role="img" aria-label="A kettle, printed in two inks" />
    </section>
    <section className={css.cols} aria-label="How it works">
      {steps.map(({ title, words }, index) => (
        <div key={title}>
          <b className={`${css.no} ${overprint.overprint}`} data-t={index + 1} aria-hidden="true">
            {index + 1}
          </b>
          <h2>{title}</h2>
          <p>{words}</p>
        </div>
      ))}
    </section>
    <Counting />
    <Feedback />
  </main>
)

function Counting() {
  const { analytics } = usePageData().site
  return (
    <section className={css.counting} id="counting">
      <h2>Who counts you here</h2>
      {analytics ? (
        <Counted {...analytics} />
      ) : (
        <p>Nobody. No tracker, nothing from other sites, and no cookies but those for signing in.</p>
      )}
    </section>
  )
}

const Counted = ({ host, searchText }: { host: string; searchText: boolean }) => (
  <>
    <p>
      We do, a little. We count which pages are opened, and of a search its tab, its length and how much it
      found{searchText ? ', with its words' : ', not its words'}. PostHog adds it up for us, at{' '}
      {new URL(host).host}. Your network address gets there, as it does everywhere; we ask that it is not
      kept.
    </p>
    <p>
      No cookies, no names, nothing about your projects. A guest is a new stranger on each visit, a member a
      number. You can say no at the foot of every page, or as a member in Account Settings; a browser that
      asks not to be tracked has said no already.
    </p>
  </>
)

function Feedback() {
  const { feedbackUrl } = usePageData().site
  if (!feedbackUrl) return null
  return (
    <section className={css.call}>
      <div>
        <h2>This is a beta. Tell us where the paper jams.</h2>
        <p>Two minutes of yours, read by people.</p>
      </div>
      <OutsideLink className={buttonClass({})} href={feedbackUrl}>
        Share My Thoughts
      </OutsideLink>
    </section>
  )
}
