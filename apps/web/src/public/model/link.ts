/** What a shared link names (ROUTE-28). */
export interface ChatLink {
  appId: string;
  tenantId: string | undefined;
}

/** Reads `/chat/{appId}?tenantId={tenantId}`. A path without an id names an app that does not exist. */
export const readLink = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ChatLink => {
  const [, , appId = ''] = pathname.split('/');
  const tenantId = new URLSearchParams(search).get('tenantId') ?? undefined;
  return { appId: decodeURIComponent(appId), tenantId };
};
