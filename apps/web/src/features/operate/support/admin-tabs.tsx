import { lazy, Suspense } from 'react';

const Inbox = lazy(() => import('./admin/support-inbox.tsx').then((it) => ({ default: it.SupportInbox })));
const Usage = lazy(() => import('./admin/usage-panel.tsx').then((it) => ({ default: it.UsagePanel })));

/** Loaded with their tab, because the shell needs the rest of this feature but not them. */
export const SupportInbox = () => (
  <Suspense>
    <Inbox />
  </Suspense>
);

export const UsagePanel = () => (
  <Suspense>
    <Usage />
  </Suspense>
);
