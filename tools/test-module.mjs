// Which tests belong to a module: npm test -- module chat.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, root } from './prepare.mjs';

/** Where a module of the server and a feature of the browser lie that have one name. */
const places = ['apps/server/src/modules', 'apps/web/src/features'];

const namesIn = (place) =>
  readdirSync(join(root, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Filters for the runner; throws with the names that there are. */
export const filtersOfModules = (names) => {
  const known = [...new Set(places.flatMap(namesIn))].toSorted((a, b) => a.localeCompare(b));
  if (names.length === 0 || names.some((name) => !known.includes(name)))
    throw new PrepareError(`npm test -- module NAME, where NAME is one of: ${known.join(', ')}.`);
  return names.flatMap((name) => [
    ...places.map((place) => `${place}/${name}/`),
    `packages/contracts/src/${name}.`,
    `packages/contracts/src/${name}-`,
  ]);
};
