import { rm } from 'node:fs/promises';
import { compiled, emptyFolder, prepared } from './data-folder.ts';
import { startProduct } from './product.ts';

/** Initialises the product on an empty folder once for the whole run, instead of once for each test. */
export default async (): Promise<() => Promise<void>> => {
  const [dataFolder, codeFolder] = [await emptyFolder(), await emptyFolder()];
  process.env[compiled] = codeFolder;
  const product = await startProduct({ dataFolder });
  await product.kill('SIGTERM');
  process.env[prepared] = dataFolder;
  return async () => {
    for (const folder of [dataFolder, codeFolder]) await rm(folder, { recursive: true, force: true });
  };
};
