import { Overprint } from '#web/ui/marks/overprint.tsx'
import type { HomeState } from './home-address.ts'
import { Imposition } from './imposition.tsx'
import { SearchField } from './search-field.tsx'
import './home.css'

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
