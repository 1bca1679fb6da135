export { SignInScreen } from './sign-in-screen.tsx';
export { SignUpScreen } from './sign-up-screen.tsx';
export { VerifyScreen } from './verify-screen.tsx';
