import { lazy, Suspense, useEffect } from 'react';
import { openCommandPalette, useIsPaletteWanted } from '../ui/open-command-palette.ts';

const Commands = lazy(() => import('./palette/commands.tsx').then((it) => ({ default: it.Commands })));

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && ['k', 'p'].includes(key.toLowerCase());

/** Fetches the palette when it is asked for the first time; from then on, it listens to its keys itself. */
export const CommandLauncher = () => {
  const isWanted = useIsPaletteWanted();
  // Keys are pressed outside of React.
  useEffect(() => {
    if (isWanted) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      openCommandPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isWanted]);
  return isWanted ? (
    <Suspense>
      <Commands />
    </Suspense>
  ) : null;
};
