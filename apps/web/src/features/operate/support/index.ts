export { SupportInbox, UsagePanel } from './admin-tabs.tsx';
export { ScreenViews } from './screen-views.tsx';
export { SupportLauncher } from './support-launcher.tsx';
export { openSupport, resetSupport } from './support-session.ts';
