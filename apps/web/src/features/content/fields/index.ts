export { ArgumentsForm } from './arguments-form.tsx';
export { type AuthorizationOutcome, tellOutcome } from './authorization-channel.ts';
export { AuthorizationWait } from './authorization-wait.tsx';
export { FieldForm } from './field-form.tsx';
export { useShared } from './field-props.ts';
export { fieldsIn } from './fields-in.ts';
export type { FieldLoaders, FrameProps } from './surroundings.ts';
export { useAuthorizationWindow } from './use-authorization-window.ts';
