export { defineVisibility } from './define-visibility.ts';
export { type PartKind, partKinds } from './part-kinds.ts';
