import type { Screen } from '../../../lib/screen.ts';

export { AuthLayout } from './auth-layout.tsx';
export { openidScreens } from './openid/openid-screens.ts';
export { ChangePasswordDialog } from './passwords/change-password.tsx';
export { PasswordChecklist } from './passwords/password-checklist.tsx';
export { accountScreens } from './profile/account-screens.ts';
export { SignInAgain } from './sign-in-again.tsx';
export { TermsNote } from './sign-up/terms-note.tsx';

/** Screens for visitors who are not signed in. */
export const identityScreens: Screen[] = [
  { path: '/', load: () => import('./sign-in-screen.tsx').then((it) => ({ default: it.SignInScreen })) },
  {
    path: '/signup',
    load: () => import('./sign-up/sign-up-screen.tsx').then((it) => ({ default: it.SignUpScreen })),
  },
  {
    path: '/forgot',
    load: () => import('./passwords/forgot-screen.tsx').then((it) => ({ default: it.ForgotScreen })),
  },
  {
    path: '/reset-password',
    load: () =>
      import('./passwords/reset-password-screen.tsx').then((it) => ({ default: it.ResetPasswordScreen })),
  },
  {
    path: '/verify',
    load: () => import('./sign-up/verify-screen.tsx').then((it) => ({ default: it.VerifyScreen })),
  },
];
