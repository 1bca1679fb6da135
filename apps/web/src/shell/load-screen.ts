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
 * Loads a screen. After a first failure it reloads the page once the server answers, because a new build may have replaced
 * the old files. It throws the error of a second failure right after that, so that it is shown (ROUTE-60, ROUTE-61).
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
    // A user who has opened another screen meanwhile must not lose it to a reload.
    if (address() !== wanted) throw error;
    storage.setItem(reloadedKey, wanted);
    reload();
    return new Promise<never>(() => undefined);
  }
};

/** A screen whose code loads when it is first shown. */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>) => {
  let failure: Promise<never> | undefined;
  return Object.assign(
    // A preload that failed must fail here too: the browser may hold only half of the files, and trying again would succeed
    // without the style sheet.
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
