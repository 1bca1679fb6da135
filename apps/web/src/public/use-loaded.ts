import { useEffect, useEffectEvent, useState } from 'react';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; value: T };

/** Loads once for each `key`. A result that arrives after the key has changed is ignored. */
export const useLoaded = <T>(key: string, load: () => Promise<T>): Loaded<T> => {
  const [result, setResult] = useState<{ key: string; loaded: Loaded<T> }>({
    key,
    loaded: { state: 'loading' },
  });
  const begin = useEffectEvent(load);
  useEffect(() => {
    let current = true;
    const settle = (loaded: Loaded<T>) => current && setResult({ key, loaded });
    begin().then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return result.key === key ? result.loaded : { state: 'loading' };
};
