const heart = 'M12 20.5 3.4 12a5.4 5.4 0 0 1 7.6-7.6l1 1 1-1a5.4 5.4 0 0 1 7.6 7.6Z'

/** A heart in two pulls: `.hit` is the colour, which slips. */
export const HeartIcon = () => (
  <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
    <path className="hit" d={heart} />
    <path d={heart} />
  </svg>
)
