import { open } from 'node:fs/promises';

/** Makes a rename or a new file in a folder durable, so that it survives a power failure. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
