import { orchestratorOrigin } from '../front-end-settings.ts';

/** The beginning of the addresses that the configured host may show in a frame (FLOW-02). */
export const embeddedBase = '/embed';

const isBelowBase = location.pathname.startsWith(`${embeddedBase}/`);

/** Returns true where the page was opened at an address for frames of the configured host. */
export const isEmbedded = (): boolean => isBelowBase && orchestratorOrigin() !== undefined;

/** The messages of the page to its host (FLOW-21, FLOW-23). */
export type HostNews =
  | { type: 'READY' }
  | { type: 'SIGN_IN_NEEDED' }
  | { type: 'NAVIGATED'; path: string }
  | { type: 'TOKEN'; tenantId: string; token: string; expiresInSeconds: number }
  | { type: 'TOKEN_FAILED'; message: string }
  | { type: 'FLOW_SAVED'; flowId: string; versionId: string }
  | { type: 'FLOW_PUBLISHED'; flowId: string; versionId: string };

/** Tells the configured host, and nobody else, what has happened. Does nothing outside its frame. */
export const tellHost = (news: HostNews): void => {
  const origin = orchestratorOrigin();
  if (origin === undefined || !isEmbedded() || window.parent === window) return;
  window.parent.postMessage(news, { targetOrigin: origin });
};
