// Determines which tests belong to a module: npm test -- module chat.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, root } from './prepare.mjs';

/** The folders that contain the server module and the web feature of the same name. */
const places = ['apps/server/src/modules', 'apps/web/src/features'];

const foldersIn = (place) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Returns `account/people` and so on, for each module of each area. */
const modulesIn = (place) =>
  foldersIn(join(root, place)).flatMap((area) =>
    foldersIn(join(root, place, area)).map((name) => `${area}/${name}`),
  );

const nameOf = (module) => module.slice(module.indexOf('/') + 1);

/** Returns filters for the test runner. Throws with the known names when a module does not exist. */
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
