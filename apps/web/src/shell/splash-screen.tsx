import type { ReactNode } from 'react';
import { LogoMark } from '../ui/theme/logo.tsx';
import classes from './splash-screen.module.css';

/** Covers the page until the first screen can be shown. */
export const SplashScreen = ({ children }: { children?: ReactNode }) => (
  <main className="centre pad-4 screen-high">
    {children ?? (
      <div className={classes.mark} role="status" aria-label="Loading Atelier">
        <LogoMark size={44} />
      </div>
    )}
  </main>
);
