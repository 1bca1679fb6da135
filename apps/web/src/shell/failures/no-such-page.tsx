import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { landing } from '../landing.ts';

const longEnoughToRead = 8000;

/** Redirects an unknown address to the start page (ROUTE-56) and says there what happened. */
export const NoSuchPage = () => {
  // Toasts are shown outside React.
  useEffect(() => {
    toastSuccess('That page does not exist. This is the start.', {
      warning: true,
      closable: true,
      duration: longEnoughToRead,
    });
  }, []);
  return <Navigate to={landing} replace />;
};
