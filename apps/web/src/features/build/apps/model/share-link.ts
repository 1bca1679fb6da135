import type { App } from '@atelier/contracts/build/apps';

/** The link to hand on (ROUTE-28, APP-20): the operator's public address, or the one that the builder is open at. */
export const shareLink = ({ shareUrl }: Pick<App, 'shareUrl'>, origin: string = location.origin): string =>
  new URL(shareUrl, origin).href;
