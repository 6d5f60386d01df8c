import { type PageHandle, usePageData } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link, OutsideLink } from '#web/ui/controls/link.tsx'
import overprint from '#web/ui/marks/overprint.module.css'
import { Overprint } from '#web/ui/marks/overprint.tsx'
import css from './about-page.module.css'

export const handle: PageHandle = { inks: 'sun blue' }

const mission = 'A slower, more intentional space for zines, without algorithms or social-media noise.'

const steps = [
  {
    title: 'Find',
    text: 'Search zines and the people who make them. The newest are on top. Nothing is pushed at you, and the page has an end.',
  },
  {
    title: 'Fold',
    text: 'Share up to five images or one video. Your pages appear uncropped, in the paper size you chose.',
  },
  {
    title: 'Keep',
    text: 'Favorite what you want to find again. Keep projects in your own workspace, with a timer that minds the kettle.',
  },
]

export const Page = () => (
  <main id="main" className={`wrap ${css.page}`}>
    <PageHead title="About · Foldout" description={mission} path="/about" />
    <section className={css.hero}>
      <div>
        <h1>About</h1>
        <p className={css.lead}>
          A slower, more intentional space for zines, <Overprint>without algorithms</Overprint> or social-media noise.
        </p>
      </div>
      <div className={css.kettle} role="img" aria-label="A kettle, printed in two inks" />
    </section>
    <section className={css.steps} aria-label="How it works">
      {steps.map(({ title, text }, index) => (
        <div key={title}>
          <b className={`${css.stepNumber} ${overprint.overprint}`} data-t={index + 1} aria-hidden="true">
            {index + 1}
          </b>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
    <section className={css.features} aria-labelledby="making">
      <h2 id="making">For creators and readers</h2>
      {features.map((feature) => (
        <Feature key={feature.picture} {...feature} />
      ))}
    </section>
    <AnalyticsSection />
    <section className={css.start}>
      <h2>Your zine could be next</h2>
      <p>Bring pages, a PDF or just an idea. Nothing is public until you publish it.</p>
      <Link className={buttonClass({})} to="/profile">
        Publish your zine
      </Link>
    </section>
    <Feedback />
  </main>
)

const features = [
  {
    picture: 'notes',
    title: 'Make pages from notes',
    text: 'Write in a project, choose type, paper and two inks, and your notes become eight pages. Print them on one sheet, fold it, and publish it when you like.',
    alt: 'The cover and a page of “What the Night Bus Knows”, with a choice of type, paper and inks',
  },
  {
    picture: 'table',
    title: 'Lay out longer zines',
    text: 'The layout table has room for more than five pages. Add images, put them in order and see them as readers will. Your work is saved as you go.',
    alt: 'The layout table with the pages of “A Field Guide to Lamps Left On”',
  },
  {
    picture: 'pdf',
    title: 'Bring a PDF',
    text: 'Is your zine already a PDF? Add the file to the layout table and choose its pages. Two-page spreads can be split.',
    alt: 'Two facing pages of a PDF on the layout table',
  },
  {
    picture: 'print',
    title: 'Print and fold',
    text: 'If you allow it, readers print your zine at home. The pages are already in the right order for folding.',
    alt: 'The print page of “Five Seeds in an Envelope”, with a choice of layouts',
  },
  {
    picture: 'offline',
    title: 'Read offline',
    text: 'Save zines in your browser and read them without a connection, on the night bus or in a tunnel.',
    alt: 'A list of zines saved for reading offline',
  },
  {
    picture: 'shelf',
    title: 'Fill shelves',
    text: 'Put zines on shelves, in your own order. A shelf can be private, shared by link, or public.',
    alt: 'The shelf “For the night bus” with its zines',
  },
]

/** Both pictures are lazy, so browsers load only the one that the theme shows. */
const Feature = ({ picture, title, text, alt }: (typeof features)[number]) => (
  <div>
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {[css.light, css.dark].map((theme, index) => (
      <img
        key={theme}
        className={theme}
        src={`/pictures/${picture}-${index === 0 ? 'light' : 'dark'}.webp`}
        alt={alt}
        width={1200}
        height={864}
        loading="lazy"
      />
    ))}
  </div>
)

function AnalyticsSection() {
  const { analytics } = usePageData().site
  return (
    <section className={css.analytics} id="counting">
      <h2>Who tracks you here</h2>
      {analytics ? (
        <AnalyticsExplanation {...analytics} />
      ) : (
        <p>No one. No trackers, nothing from other sites, and no cookies except for signing in.</p>
      )}
    </section>
  )
}

const AnalyticsExplanation = ({ host, searchText }: { host: string; searchText: boolean }) => (
  <>
    <p>
      We do, a little. We count which pages people open and, for searches, the tab, the length and the number of results
      {searchText ? ', with its words' : ', not its words'}. PostHog does the counting for us, at {new URL(host).host}.
      Like every server, it receives your network address. We ask PostHog not to store that address.
    </p>
    <p>
      No cookies, no names, nothing about your projects. Visitors are counted anew on each visit. Members are counted
      under a random number. You can opt out at the bottom of every page or in Account Settings. If your browser asks
      not to be tracked, you are already opted out.
    </p>
  </>
)

function Feedback() {
  const { feedbackUrl } = usePageData().site
  if (!feedbackUrl) return null
  return (
    <section className={css.feedback}>
      <div>
        <h2>This is a beta. Tell us where the paper jams.</h2>
        <p>It takes two minutes, and real people read the answers.</p>
      </div>
      <OutsideLink className={buttonClass({})} href={feedbackUrl}>
        Share My Thoughts
      </OutsideLink>
    </section>
  )
}
