export { AccessPanel } from './access-panel.tsx';
export { NothingShared } from './nothing-shared.tsx';
