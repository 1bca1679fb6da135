import type { App } from '@atelier/contracts/assistants/apps';

/** Returns the link to share (ROUTE-28, APP-20), at the configured public address or at the address of this page. */
export const shareLink = ({ shareUrl }: Pick<App, 'shareUrl'>, origin: string = location.origin): string =>
  new URL(shareUrl, origin).href;
