import type { Screen } from '../../lib/screen.ts';

export { AuthLayout } from './auth-layout.tsx';
export { ChangePasswordDialog } from './change-password.tsx';
export { PasswordChecklist } from './password-checklist.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { TermsNote } from './terms-note.tsx';

/** Screens for those who are not signed in. */
export const identityScreens: Screen[] = [
  { path: '/', load: () => import('./sign-in-screen.tsx').then((it) => ({ default: it.SignInScreen })) },
  {
    path: '/signup',
    load: () => import('./sign-up-screen.tsx').then((it) => ({ default: it.SignUpScreen })),
  },
  { path: '/forgot', load: () => import('./forgot-screen.tsx').then((it) => ({ default: it.ForgotScreen })) },
  {
    path: '/reset-password',
    load: () => import('./reset-password-screen.tsx').then((it) => ({ default: it.ResetPasswordScreen })),
  },
  { path: '/verify', load: () => import('./verify-screen.tsx').then((it) => ({ default: it.VerifyScreen })) },
];
