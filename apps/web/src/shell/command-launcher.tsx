import { lazy, Suspense, useEffect } from 'react';
import { openCommandPalette, useIsPaletteWanted } from '../ui/guidance/open-command-palette.ts';

const load = () => import('./palette/commands.tsx').then((it) => ({ default: it.Commands }));
const Commands = lazy(load);

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && ['k', 'p'].includes(key.toLowerCase());

const begins = ({ key }: KeyboardEvent): boolean => key === 'Control' || key === 'Meta';

/**
 * Loads the command palette on the first key of its shortcut, so that the palette receives the letters typed next. After it
 * has been opened once, the palette listens for its shortcut itself.
 */
export const CommandLauncher = () => {
  const isWanted = useIsPaletteWanted();
  // Key presses anywhere on the page are events outside React.
  useEffect(() => {
    if (isWanted) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // If this fails, the palette is loaded again when it is to be shown.
      if (begins(event)) void load().catch(() => undefined);
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
