import { lazy, Suspense } from 'react';
import { useSupportSession } from './support-session.ts';

const SupportPanel = lazy(() => import('./support-panel.tsx').then((it) => ({ default: it.SupportPanel })));

/** The button for support on every screen. It loads the panel when it is opened (SESSION-27). */
export const SupportLauncher = () => {
  const { isOpen } = useSupportSession();
  return isOpen ? (
    <Suspense>
      <SupportPanel />
    </Suspense>
  ) : null;
};
