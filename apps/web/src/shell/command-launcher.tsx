import { lazy, Suspense, useEffect } from 'react';
import { toggleCommandPalette, useIsPaletteWanted } from '../ui/guidance/open-command-palette.ts';

const load = () => import('./palette/commands.tsx').then((it) => ({ default: it.Commands }));
const Commands = lazy(load);

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && ['k', 'p'].includes(key.toLowerCase());

const begins = ({ key }: KeyboardEvent): boolean => key === 'Control' || key === 'Meta';

/** Listens for the shortcut of the command palette, whose code it loads on the first key of it. */
export const CommandLauncher = () => {
  const isWanted = useIsPaletteWanted();
  // Key presses anywhere on the page are events outside React.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // If this fails, the palette is loaded again when it is to be shown.
      if (begins(event)) void load().catch(() => undefined);
      if (!isShortcut(event)) return;
      event.preventDefault();
      toggleCommandPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return isWanted ? (
    <Suspense>
      <Commands />
    </Suspense>
  ) : null;
};
