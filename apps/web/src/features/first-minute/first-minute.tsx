import type { QuickStart } from '@atelier/contracts/quick-start';
import { lazy } from 'react';
import { Start } from './start.tsx';

/** Fetched once something was begun: it reads what comes from the server, which the way in does not. */
const UnderWay = lazy(() => import('./under-way.tsx').then((it) => ({ default: it.UnderWay })));

/** From nothing to a shared chat on one's own documents, in one place: drop, read, ask, share. */
export const FirstMinute = ({ start }: { start: QuickStart | null }) =>
  start ? <UnderWay key={start.appId} start={start} /> : <Start />;
