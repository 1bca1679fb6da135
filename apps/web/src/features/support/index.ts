export { SupportInbox } from './admin/support-inbox.tsx';
export { UsagePanel } from './admin/usage-panel.tsx';
export { ScreenViews } from './screen-views.tsx';
export { SupportLauncher } from './support-launcher.tsx';
export { openSupport, resetSupport } from './support-session.ts';
