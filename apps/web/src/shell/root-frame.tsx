import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ToastOutlet } from '../ui/feedback/toasts.tsx';

/** Around every screen, signed in or not. */
export const RootFrame = () => (
  <>
    <title>Atelier</title>
    <Suspense>
      <Outlet />
    </Suspense>
    <ToastOutlet />
  </>
);
