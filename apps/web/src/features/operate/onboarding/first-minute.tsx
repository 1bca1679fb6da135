import type { QuickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { lazy } from 'react';
import { Start } from './start.tsx';

/** Loaded once something has been begun, so that the start screen stays small. */
const UnderWay = lazy(() => import('./under-way.tsx').then((it) => ({ default: it.UnderWay })));

/** From nothing to a shared chat on one's own documents, in one place: drop, read, ask, share. */
export const FirstMinute = ({ start }: { start: QuickStart | null }) =>
  start ? <UnderWay key={start.appId} start={start} /> : <Start />;
