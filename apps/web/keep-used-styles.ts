import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

const styles = '/@mantine/core/styles.layer.css';
const mantineClass = /\bm_[0-9a-f]{6,8}\b/g;
const moduleClass = /"(m_[0-9a-f]{6,8})"/g;

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));

const namesImportedFromCore = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/core['"]/g)].flatMap(
    ([, list]) => (list ?? '').split(',').map((name) => name.replace(/^\s*(type\s+)?|\s+as\s.*|\s+$/g, '')),
  );

/** Returns the file of the library that each of its exports comes from. */
const exportsOf = (index: string): Map<string, string> => {
  const found = readFileSync(index, 'utf8').matchAll(/import \{ ([^}]+) \} from "(\.[^"]+)"/g);
  return new Map(
    [...found].flatMap(([, names, file]) =>
      (names ?? '').split(', ').map((name) => [name, file ?? ''] as const),
    ),
  );
};

/** Returns every file of the library that these files import, directly or indirectly. */
const reachedFrom = (files: readonly string[]): Set<string> => {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, near] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+\.mjs)"/g)) {
      visit(resolve(dirname(file), near ?? ''));
    }
  };
  files.forEach(visit);
  return reached;
};

const usedClasses = (core: string, sources: string): Set<string> => {
  const index = join(core, 'esm/index.mjs');
  const fileOf = exportsOf(index);
  const siblings = ['notifications', 'spotlight', 'dropzone'].map((name) => join(core, '..', name, 'esm'));
  const importing = [
    ...filesIn(sources, /\.tsx?$/),
    ...siblings.flatMap((folder) => filesIn(folder, /\.mjs$/)),
  ];
  const roots = importing.flatMap(namesImportedFromCore).flatMap((name) => fileOf.get(name) ?? []);
  const files = reachedFrom([...new Set(roots)].map((file) => resolve(dirname(index), file)));
  const modules = [...files].filter((file) => file.endsWith('.module.mjs'));
  return new Set(modules.flatMap((file) => readFileSync(file, 'utf8').match(mantineClass) ?? []));
};

/** Removes the rules all of whose selectors name a component's class that is not in `kept`. */
const withOnly = (css: Buffer, kept: ReadonlySet<string>): string => {
  const isForeign = (selector: unknown) =>
    [...JSON.stringify(selector).matchAll(moduleClass)].some(([, name]) => !kept.has(name ?? ''));
  const { code } = transform({
    filename: 'mantine.css',
    code: css,
    visitor: {
      Rule: {
        style: (rule) => (rule.value.selectors.every(isForeign) ? [] : undefined),
      },
    },
  });
  return code.toString();
};

/**
 * Ships only the styles of the Mantine components that the sources use, which is half of its style sheet. A class that occurs in a built
 * script but not in the styles is a build error, so that no component can lose its styles unnoticed.
 */
export const keepUsedStyles = (sources: string): Plugin => {
  let kept: ReadonlySet<string> = new Set();
  let known: ReadonlySet<string> = new Set();
  return {
    name: 'keep-used-styles',
    apply: 'build',
    enforce: 'pre',
    load: (id) => {
      if (!id.endsWith(styles)) return undefined;
      const css = readFileSync(id);
      known = new Set(css.toString().match(mantineClass));
      kept = usedClasses(dirname(id), sources);
      return withOnly(css, kept);
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const missing = file.code.match(mantineClass)?.find((name) => known.has(name) && !kept.has(name));
        if (missing !== undefined)
          this.error(`${file.fileName} uses .${missing}, whose styles were left out.`);
      }
    },
  };
};
