import { open } from 'node:fs/promises';

/** Makes a rename or a new file in a folder survive a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
