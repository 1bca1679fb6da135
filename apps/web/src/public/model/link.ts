/** The app and the tenant that a shared link names (ROUTE-28). */
export interface ChatLink {
  appId: string;
  tenantId: string | undefined;
}

/** Returns true at the address of the widget, which other sites show in a frame (ROUTE-30). */
export const isWidget = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.startsWith('/widget/');

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/**
 * Reads `/chat/{appId}?tenantId={tenantId}` or `/widget/{appId}`, and below `/user`, where app users chat, also `?app={appId}`. A path
 * without an id, or with a broken one, names no app.
 */
export const readLink = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ChatLink => {
  const [, first, second = ''] = pathname.split('/');
  const query = new URLSearchParams(search);
  const named = first === 'user' ? query.get('app') : null;
  return { appId: named ?? decoded(second), tenantId: query.get('tenantId') ?? undefined };
};
