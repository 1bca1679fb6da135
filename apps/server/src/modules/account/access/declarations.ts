export { defineVisibility } from './define-entity.ts';
export { type PartKind, partKinds } from './part-kinds.ts';
