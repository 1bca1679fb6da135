export { useQuickStart } from './api.ts';
export { FirstMinute } from './first-minute.tsx';
