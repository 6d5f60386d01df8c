import { Overprint } from '#web/ui/marks/overprint.tsx'
import css from './home.module.css'
import type { HomeState } from './home-address.ts'
import sheet from './imposition.module.css'
import { SearchField } from './search-field.tsx'

type BannerProps = { state: HomeState; onSearch: (text: string) => void }

export const Banner = ({ state, onSearch }: BannerProps) => (
  <section className={css.banner}>
    <div className="wrap">
      <div>
        <h1>
          Find Or Create Your Next <Overprint>Favorite</Overprint> <Overprint second>Zine</Overprint>
        </h1>
        <p className={css.lede}>
          A discovery platform for zines. Share your work, explore creators, and stay inspired.
        </p>
        <SearchField {...state} onSearch={onSearch} />
        <p className={css.surprise}>
          <a href="/surprise" rel="nofollow">
            Surprise me
          </a>
        </p>
      </div>
      <Imposition />
    </div>
  </section>
)

const words =
  'One printed sheet with eight small pages: fold along the dotted lines, cut the middle, and it is a zine.'

/** A sheet on the press. Its plates are masks, so it is printed in whatever inks and paper the screen has. */
const Imposition = () => (
  <div className={sheet.imposition} role="img" aria-label={words}>
    <div className={sheet.job}>
      <i className={sheet.a} />
      <i className={sheet.b} />
      <i className={sheet.key} />
    </div>
  </div>
)
