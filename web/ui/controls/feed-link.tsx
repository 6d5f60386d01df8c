import css from './feed-link.module.css'

export const FeedLink = ({ href, children }: { href: string; children: string }) => (
  <a className={css.feed} href={href} type="application/atom+xml">
    <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="6" cy="18.5" r="1.5" />
      <path d="M4.5 11c5.3-.4 9.2 3.4 9 9M4 4.5c9.7-.6 16.7 6.2 16 15.5" />
    </svg>
    {children}
  </a>
)
