import type { Screen } from '../../lib/screen.ts';

export const auditScreens: Screen[] = [];
