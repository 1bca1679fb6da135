import { type ComponentType, lazy } from 'react';
import { untilConnected } from '../lib/server/connection.ts';

const reloadedKey = 'atelier-reloaded-for';

interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  address: () => string;
  /** Resolves once the server answers. */
  connected: () => Promise<void>;
  reload: () => void;
}

const browser = (): Browser => ({
  storage: sessionStorage,
  address: () => location.href,
  connected: untilConnected,
  reload: () => location.reload(),
});

/**
 * Loads a screen. The first failure reloads the page as soon as the server answers, because the files of an older
 * build may be gone; a failure right after that is passed on and shown (ROUTE-60, ROUTE-61).
 */
export const loadOrReload = async <T>(
  load: () => Promise<T>,
  { storage, address, connected, reload } = browser(),
): Promise<T> => {
  try {
    const loaded = await load();
    storage.removeItem(reloadedKey);
    return loaded;
  } catch (error) {
    const wanted = address();
    if (storage.getItem(reloadedKey) === wanted) {
      storage.removeItem(reloadedKey);
      throw error;
    }
    await connected();
    // A person who has opened another screen in the meantime must not lose it to a reload.
    if (address() !== wanted) throw error;
    storage.setItem(reloadedKey, wanted);
    reload();
    return new Promise<never>(() => undefined);
  }
};

/** A screen that loads when it is first shown. */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>) => {
  let failure: Promise<never> | undefined;
  return Object.assign(
    // After a failure the browser may hold half of the files: its style sheet would be missing, and nobody told.
    lazy(() => loadOrReload(() => failure ?? load())),
    {
      /** Loads ahead of time. A failure is reported when the screen is opened, not here. */
      preload: async (): Promise<void> => {
        try {
          await load();
        } catch (error) {
          failure = Promise.reject(error);
          failure.catch(() => undefined);
        }
      },
    },
  );
};
