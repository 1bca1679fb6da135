import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a rename or a new file in a folder durable, so that it survives a power failure. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A file that is completely written but not durable yet, and its final path. */
export interface Draft {
  handle: FileHandle;
  path: string;
  target: string;
}

/** More syncs at once would occupy all of Node's threads for files, which would then only wait for the disk. */
const syncsAtOnce = 2;

const atMost = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values();
  const workOff = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, workOff));
};

interface Waiting extends Draft {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Makes a draft durable under its own path. Its folder still has to be synced. */
const place = async ({ handle, path, target }: Draft): Promise<void> => {
  await handle.datasync();
  await handle.close();
  const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
  await rename(path, target);
};

/** Moves a group of drafts and syncs each folder once. A failure concerns one draft, or all drafts of one folder. */
const placeGroup = async (group: readonly Waiting[]): Promise<void> => {
  const placed: Waiting[] = [];
  await atMost(group, (draft) =>
    place(draft).then(
      () => void placed.push(draft),
      (error: unknown) => draft.reject(error),
    ),
  );
  const byFolder = [...Map.groupBy(placed, ({ target }) => dirname(target))];
  await atMost(byFolder, ([folder, drafts]) =>
    syncFolder(folder).then(
      () => drafts.forEach(({ resolve }) => resolve()),
      (error: unknown) => drafts.forEach(({ reject }) => reject(error)),
    ),
  );
};

/**
 * Returns a function that moves drafts to their paths and resolves when they would survive a power failure. Drafts that arrive while others
 * are synced form the next group. It closes the handles of the drafts.
 */
export const createPlacer = (): ((draft: Draft) => Promise<void>) => {
  let waiting: Waiting[] = [];
  let isPlacing = false;
  const placeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await placeGroup(group);
    }
    isPlacing = false;
  };
  return (draft) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...draft, resolve, reject });
      if (isPlacing) return;
      isPlacing = true;
      void placeAll();
    });
};
