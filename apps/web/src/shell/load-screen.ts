import { type ComponentType, lazy } from 'react';

const reloadedKey = 'atelier-reloaded-for';

interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  address: string;
  reload: () => void;
}

const browser = (): Browser => ({
  storage: sessionStorage,
  address: location.href,
  reload: () => location.reload(),
});

/**
 * Loads a screen. The first failure reloads the page, because the files of an older build may be gone;
 * a failure right after that is passed on and shown (ROUTE-60, ROUTE-61).
 */
export const loadOrReload = async <T>(
  load: () => Promise<T>,
  { storage, address, reload } = browser(),
): Promise<T> => {
  try {
    const loaded = await load();
    storage.removeItem(reloadedKey);
    return loaded;
  } catch (error) {
    if (storage.getItem(reloadedKey) === address) {
      storage.removeItem(reloadedKey);
      throw error;
    }
    storage.setItem(reloadedKey, address);
    reload();
    return new Promise<never>(() => undefined);
  }
};

/** A screen that loads when it is first shown. */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>) =>
  Object.assign(
    lazy(() => loadOrReload(load)),
    { preload: () => load().then(() => undefined) },
  );
