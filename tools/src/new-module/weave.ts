import { moduleOrder } from '../module-order.ts';
import type { Names } from './names.ts';
import { sentenceCase } from './web-files.ts';

/** Changes one existing file so that it mentions the new feature. */
export interface Weaving {
  path: string;
  weave: (text: string, names: Names) => string;
}

/** Replaces the first match. Throws when the pattern no longer matches, so that no gap goes unnoticed. */
const replaceOnce = (text: string, pattern: RegExp, replacement: (...groups: string[]) => string) => {
  if (!pattern.test(text)) throw new Error(`The place to insert was not found: ${pattern.source}`);
  return text.replace(pattern, replacement);
};

const behindImports = (text: string, line: string) =>
  replaceOnce(text, /(?:^import [^;]*;\n)+/m, (all) => `${all}${line}\n`);

const rank = (name: string) => moduleOrder.findIndex((known) => known === name);

/** Inserts an entry after the last one that is to its left in the module order. */
const insertInOrder = (entries: readonly string[], entry: string, nameOf: (entry: string) => string) => {
  const before = entries.findLastIndex(
    (one) => rank(nameOf(one)) !== -1 && rank(nameOf(one)) < rank(nameOf(entry)),
  );
  return entries.toSpliced(before + 1, 0, entry);
};

const entriesOf = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const contracts: Weaving = {
  path: 'packages/contracts/src/index.ts',
  weave: (text, { area, feature, features }) => {
    const imported = behindImports(text, `import { ${features} } from './${area}/${feature}.ts';`);
    return replaceOnce(imported, /contracts = \{([^}]*)\}/, (_all, list = '') => {
      const entries = insertInOrder(entriesOf(list), features, kebab);
      return `contracts = { ${entries.join(', ')} }`;
    });
  },
};

const permissions: Weaving = {
  path: 'packages/contracts/src/kernel/permissions.ts',
  weave: (text, { feature }) => {
    const words = replaceOnce(
      text,
      /(permissions = \[[^\]]*'apps:write',)/,
      (all) => `${all}\n  '${feature}:read',\n  '${feature}:write',`,
    );
    const use = replaceOnce(words, /(const use: Permission\[\] = \[)/, (all) => `${all}'${feature}:read', `);
    return replaceOnce(
      use,
      /(const build: Permission\[\] = \[\s*\.\.\.use,)/,
      (all) => `${all}\n  '${feature}:write',`,
    );
  },
};

const modules: Weaving = {
  path: 'apps/server/src/modules.ts',
  weave: (text, { area, feature, features }) => {
    const imported = behindImports(
      text,
      `import { ${features}Module } from './modules/${area}/${feature}/module.ts';`,
    );
    return replaceOnce(imported, /ServerModule\[\] = \[([^\]]*)\]/, (_all, list = '') => {
      const entries = insertInOrder(entriesOf(list), `${features}Module`, (entry) =>
        kebab(entry.replace(/Module$/, '')),
      );
      return `ServerModule[] = [${entries.join(', ')}]`;
    });
  },
};

const screens: Weaving = {
  path: 'apps/web/src/shell/screens.ts',
  weave: (text, { area, feature, thing }) => {
    const imported = behindImports(
      text,
      `import { ${thing}Screens } from '../features/${area}/${feature}/index.ts';`,
    );
    return replaceOnce(
      imported,
      /(screens: Screen\[\] = \[[^]*?)(\n?\];)/,
      (_all, list = '', end = '') => `${list}\n  ...${thing}Screens,${end}`,
    );
  },
};

const navigation: Weaving = {
  path: 'apps/web/src/shell/navigation.ts',
  weave: (text, { feature, manyWords }) =>
    replaceOnce(
      text,
      /(personal: readonly NavigationItem\[\] = \[[^]*?)(\n\];)/,
      (_all, list = '', end = '') => {
        const where = `label: '${sentenceCase(manyWords)}', to: '/${feature}'`;
        return `${list}\n  { ${where}, Icon: IconAppWindow, permission: '${feature}:read' },${end}`;
      },
    ),
};

const matrices: Weaving = {
  path: 'apps/server/tests/matrix/index.ts',
  weave: (text, { area, feature, features }) => {
    const imported = behindImports(text, `import { ${features}Matrix } from './${area}/${feature}.ts';`);
    return replaceOnce(
      imported,
      /(matrices = \{[^}]*)(\} satisfies)/,
      (_all, list = '', end = '') => `${list}  ${features}: ${features}Matrix,\n${end}`,
    );
  },
};

const architecture: Weaving = {
  path: 'docs/architecture.md',
  weave: (text, { area, feature }) =>
    replaceOnce(
      text,
      // expression-is-made: the name of an area is one word of small letters.
      new RegExp(`(\\n\\| ${area} \\| [^|\\n]*\`)( \\|)`),
      (_all, names = '', end = '') => `${names}, \`${feature}\`${end}`,
    ),
};

export const weavings: readonly Weaving[] = [
  contracts,
  permissions,
  modules,
  screens,
  navigation,
  matrices,
  architecture,
];
