import { Trans } from '@lingui/react/macro'

/** What a card shows while it has no data. */
export const loadTexts = {
  devices: {
    loading: <Trans>Loading your devices…</Trans>,
    failed: <Trans>Could not load your devices. Check your connection, then try again.</Trans>,
    retry: (
      <Trans>
        Try again<span className="sr"> to load your devices</span>
      </Trans>
    ),
  },
  secondFactor: {
    loading: <Trans>Loading your second factor…</Trans>,
    failed: <Trans>Could not load your second factor. Check your connection, then try again.</Trans>,
    retry: (
      <Trans>
        Try again<span className="sr"> to load your second factor</span>
      </Trans>
    ),
  },
  storage: {
    loading: <Trans>Loading your storage…</Trans>,
    failed: <Trans>Could not load your storage. Check your connection, then try again.</Trans>,
    retry: (
      <Trans>
        Try again<span className="sr"> to load your storage</span>
      </Trans>
    ),
  },
  subscriptions: {
    loading: <Trans>Loading your subscriptions…</Trans>,
    failed: <Trans>Could not load your subscriptions. Check your connection, then try again.</Trans>,
    retry: (
      <Trans>
        Try again<span className="sr"> to load your subscriptions</span>
      </Trans>
    ),
  },
  blockedCreators: {
    loading: <Trans>Loading your blocked creators…</Trans>,
    failed: <Trans>Could not load your blocked creators. Check your connection, then try again.</Trans>,
    retry: (
      <Trans>
        Try again<span className="sr"> to load your blocked creators</span>
      </Trans>
    ),
  },
  hiddenZines: {
    loading: <Trans>Loading your hidden zines…</Trans>,
    failed: <Trans>Could not load your hidden zines. Check your connection, then try again.</Trans>,
    retry: (
      <Trans>
        Try again<span className="sr"> to load your hidden zines</span>
      </Trans>
    ),
  },
}
