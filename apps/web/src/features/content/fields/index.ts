export { type AuthorizationOutcome, tellOutcome } from './authorization-channel.ts';
export { FieldForm } from './field-form.tsx';
export { fieldsIn } from './fields-in.ts';
export type { FieldLoaders } from './surroundings.ts';
