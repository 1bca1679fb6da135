import type { QuickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { lazy } from 'react';
import { Start } from './start.tsx';

/** Loaded after the quick start has begun, so that the start screen stays small. */
const UnderWay = lazy(() => import('./under-way.tsx').then((it) => ({ default: it.UnderWay })));

/** Leads from nothing to a shared chat on the user's own documents, on one screen: drop, read, ask, share. */
export const FirstMinute = ({ start }: { start: QuickStart | null }) =>
  start ? <UnderWay key={start.appId} start={start} /> : <Start />;
