import { lazy } from 'react';

export { AccessPanel } from './access-panel.tsx';
export { NothingShared } from './nothing-shared.tsx';
export { useOwnRequest, useSharedThings } from './shared/api.ts';

// Loaded on demand: most first screens show none of them.
export const AccessRequests = lazy(() =>
  import('./shared/access-requests.tsx').then((it) => ({ default: it.AccessRequests })),
);
export const NotShared = lazy(() =>
  import('./shared/not-shared.tsx').then((it) => ({ default: it.NotShared })),
);
export const SharedList = lazy(() =>
  import('./shared/shared-list.tsx').then((it) => ({ default: it.SharedList })),
);
