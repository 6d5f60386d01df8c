import { Overprint } from '#web/ui/marks/overprint.tsx'
import type { HomeState } from './home-address.ts'
import { SearchField } from './search-field.tsx'
import './home.css'
import './imposition.css'

type BannerProps = { state: HomeState; onSearch: (text: string) => void }

export const Banner = ({ state, onSearch }: BannerProps) => (
  <section className="banner">
    <div className="wrap">
      <div>
        <h1>
          Find Or Create Your Next <Overprint>Favorite</Overprint> <Overprint second>Zine</Overprint>
        </h1>
        <p className="lede">
          A discovery platform for zines. Share your work, explore creators, and stay inspired.
        </p>
        <SearchField {...state} onSearch={onSearch} />
      </div>
      <Imposition />
    </div>
  </section>
)

const words =
  'One printed sheet with eight small pages: fold along the dotted lines, cut the middle, and it is a zine.'

/** A sheet on the press. Its plates are masks, so it is printed in whatever inks and paper the screen has. */
const Imposition = () => (
  <div className="imposition" role="img" aria-label={words}>
    <div className="job">
      <i className="plate a" />
      <i className="plate b" />
      <i className="plate key" />
    </div>
  </div>
)
