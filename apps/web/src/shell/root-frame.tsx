import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ToastOutlet } from '../ui/feedback/toasts.tsx';

/** The frame around every screen, signed in or not. */
export const RootFrame = () => (
  <>
    <title>Atelier</title>
    <Suspense>
      <Outlet />
    </Suspense>
    <ToastOutlet />
  </>
);
