import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives a copied checkout packages of its own, as hard links. A confined parser sees nothing of the disk but its code and the folders of
 * packages beside and above it, so that links to those of the real checkout lead nowhere there.
 */
export const copyModules = (root: string, folder: string): void => {
  for (const modules of ['node_modules', 'packages/documents/node_modules']) {
    rmSync(join(folder, modules), { recursive: true, force: true });
    execFileSync('cp', ['-al', join(root, modules), join(folder, modules)]);
  }
};
