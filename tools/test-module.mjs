// Which tests belong to a module: npm test -- module chat.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, root } from './prepare.mjs';

/** Where a module of the server and a feature of the browser lie that have one name. */
const places = ['apps/server/src/modules', 'apps/web/src/features'];

const foldersIn = (place) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** `account/people` for each module of each area. */
const modulesIn = (place) =>
  foldersIn(join(root, place)).flatMap((area) =>
    foldersIn(join(root, place, area)).map((name) => `${area}/${name}`),
  );

const nameOf = (module) => module.slice(module.indexOf('/') + 1);

/** Filters for the runner; throws with the names that there are. */
export const filtersOfModules = (names) => {
  const modules = [...new Set(places.flatMap(modulesIn))];
  const known = modules.map(nameOf).toSorted((a, b) => a.localeCompare(b));
  if (names.length === 0 || names.some((name) => !known.includes(name)))
    throw new PrepareError(`npm test -- module NAME, where NAME is one of: ${known.join(', ')}.`);
  return modules
    .filter((module) => names.includes(nameOf(module)))
    .flatMap((module) => [
      ...places.map((place) => `${place}/${module}/`),
      `packages/contracts/src/${module}/`,
      `packages/contracts/src/${module}.`,
    ]);
};
