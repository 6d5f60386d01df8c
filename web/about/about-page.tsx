import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PageHandle, usePageData } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link, OutsideLink } from '#web/ui/controls/link.tsx'
import overprint from '#web/ui/marks/overprint.module.css'
import { Overprint } from '#web/ui/marks/overprint.tsx'
import css from './about-page.module.css'

export const handle: PageHandle = { inks: 'sun blue' }

const mission = msg`A slower, more intentional space for zines, without algorithms or social-media noise.`

const steps = [
  {
    title: msg`Find`,
    text: msg`Search zines and the people who make them. The newest are on top. Nothing is pushed at you, and the page has an end.`,
  },
  {
    title: msg`Fold`,
    text: msg`Share up to five images or one video. Your pages appear uncropped, in the paper size you chose.`,
  },
  {
    title: msg`Keep`,
    text: msg`Favorite what you want to find again. Keep projects in your own workspace, with a timer that minds the kettle.`,
  },
]

export const Page = () => {
  const { t } = useLingui()
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <PageHead title={t`About · Foldout`} description={t(mission)} path="/about" />
      <section className={css.hero}>
        <div>
          <h1>{t`About`}</h1>
          <p className={css.lead}>
            <Trans>
              A slower, more intentional space for zines, <Overprint>without algorithms</Overprint> or social-media
              noise.
            </Trans>
          </p>
        </div>
        <div className={css.kettle} role="img" aria-label={t`A kettle, printed in two inks`} />
      </section>
      <section className={css.steps} aria-label={t`How it works`}>
        {steps.map(({ title, text }, index) => (
          <div key={title.id}>
            <b className={`${css.stepNumber} ${overprint.overprint}`} data-t={index + 1} aria-hidden="true">
              {index + 1}
            </b>
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </div>
        ))}
      </section>
      <section className={css.features} aria-labelledby="making">
        <h2 id="making">{t`For creators and readers`}</h2>
        {features.map((feature) => (
          <Feature key={feature.picture} {...feature} />
        ))}
      </section>
      <AnalyticsSection />
      <section className={css.start}>
        <h2>{t`Your zine could be next`}</h2>
        <p>{t`Bring pages, a PDF or just an idea. Nothing is public until you publish it.`}</p>
        <Link className={buttonClass({})} to="/profile">{t`Publish your zine`}</Link>
      </section>
      <Feedback />
    </main>
  )
}

const features = [
  {
    picture: 'notes',
    title: msg`Make pages from notes`,
    text: msg`Write in a project, choose type, paper and two inks, and your notes become eight pages. Print them on one sheet, fold it, and publish it when you like.`,
    alt: msg`The cover and a page of “What the Night Bus Knows”, with a choice of type, paper and inks`,
  },
  {
    picture: 'table',
    title: msg`Lay out longer zines`,
    text: msg`The layout table has room for more than five pages. Add images, put them in order and see them as readers will. Your work is saved as you go.`,
    alt: msg`The layout table with the pages of “A Field Guide to Lamps Left On”`,
  },
  {
    picture: 'pdf',
    title: msg`Bring a PDF`,
    text: msg`Is your zine already a PDF? Add the file to the layout table and choose its pages. Two-page spreads can be split.`,
    alt: msg`Two facing pages of a PDF on the layout table`,
  },
  {
    picture: 'print',
    title: msg`Print and fold`,
    text: msg`If you allow it, readers print your zine at home. The pages are already in the right order for folding.`,
    alt: msg`The print page of “Five Seeds in an Envelope”, with a choice of layouts`,
  },
  {
    picture: 'offline',
    title: msg`Read offline`,
    text: msg`Save zines in your browser and read them without a connection, on the night bus or in a tunnel.`,
    alt: msg`A list of zines saved for reading offline`,
  },
  {
    picture: 'shelf',
    title: msg`Fill shelves`,
    text: msg`Put zines on shelves, in your own order. A shelf can be private, shared by link, or public.`,
    alt: msg`The shelf “For the night bus” with its zines`,
  },
  {
    picture: 'language',
    title: msg`Read the site in your language`,
    text: msg`Pages, messages and emails of this site come in several languages. Zines stay as their creators wrote them.`,
    alt: msg`A zine on a page of this site in Japanese`,
  },
]

/** Both pictures are lazy, so browsers load only the one that the theme shows. */
const Feature = ({ picture, title, text, alt }: (typeof features)[number]) => {
  const { t } = useLingui()
  return (
    <div>
      <div>
        <h3>{t(title)}</h3>
        <p>{t(text)}</p>
      </div>
      {[css.light, css.dark].map((theme, index) => (
        <img
          key={theme}
          className={theme}
          src={`/pictures/${picture}-${index === 0 ? 'light' : 'dark'}.webp`}
          alt={t(alt)}
          width={1200}
          height={864}
          loading="lazy"
        />
      ))}
    </div>
  )
}

function AnalyticsSection() {
  const { t } = useLingui()
  const { analytics } = usePageData().site
  return (
    <section className={css.analytics} id="counting">
      <h2>{t`Who tracks you here`}</h2>
      {analytics ? (
        <AnalyticsExplanation {...analytics} />
      ) : (
        <p>{t`No one. No trackers, nothing from other sites, and no cookies except for signing in.`}</p>
      )}
    </section>
  )
}

const AnalyticsExplanation = ({ host, searchText }: { host: string; searchText: boolean }) => {
  const { t } = useLingui()
  return (
    <>
      <p>
        {searchText
          ? t`We do, a little. We count which pages people open and, for searches, the tab, the length and the number of results, with its words.`
          : t`We do, a little. We count which pages people open and, for searches, the tab, the length and the number of results, not its words.`}{' '}
        {t`PostHog does the counting for us, at ${ph({ host: new URL(host).host })}. Like every server, it receives your network address. We ask PostHog not to store that address.`}
      </p>
      <p>{t`No cookies, no names, nothing about your projects. Visitors are counted anew on each visit. Members are counted under a random number. You can opt out at the bottom of every page or in Account Settings. If your browser asks not to be tracked, you are already opted out.`}</p>
    </>
  )
}

function Feedback() {
  const { t } = useLingui()
  const { feedbackUrl } = usePageData().site
  if (!feedbackUrl) return null
  return (
    <section className={css.feedback}>
      <div>
        <h2>{t`This is a beta. Tell us where the paper jams.`}</h2>
        <p>{t`It takes two minutes, and real people read the answers.`}</p>
      </div>
      <OutsideLink className={buttonClass({})} href={feedbackUrl}>{t`Share My Thoughts`}</OutsideLink>
    </section>
  )
}
