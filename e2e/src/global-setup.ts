import { rm } from 'node:fs/promises';
import { emptyFolder, prepared } from './data-folder.ts';
import { startProduct } from './product.ts';

/** Initialises the product on an empty folder once for the whole run, instead of once for each test. */
export default async (): Promise<() => Promise<void>> => {
  const dataFolder = await emptyFolder();
  const product = await startProduct({ dataFolder });
  await product.kill('SIGTERM');
  process.env[prepared] = dataFolder;
  return () => rm(dataFolder, { recursive: true, force: true });
};
