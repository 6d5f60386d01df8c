import './imposition.css'

const words =
  'One printed sheet with eight small pages: fold along the dotted lines, cut the middle, and it is a zine.'

/** A sheet on the press. Its plates are masks, so it is printed in whatever inks and paper the screen has. */
export const Imposition = () => (
  <div className="imposition" role="img" aria-label={words}>
    <div className="job">
      <i className="plate a" />
      <i className="plate b" />
      <i className="plate key" />
    </div>
  </div>
)
