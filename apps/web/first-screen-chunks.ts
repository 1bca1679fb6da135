import { build, type InlineConfig, type Rolldown } from 'vite';

/** The files that each page loads before it shows anything: its entry and the screens that follow at once, each by the end of its path. */
type FirstScreens = Record<string, readonly string[]>;

type Chunks = Map<string, Rolldown.OutputChunk>;

const chunksOf = async (config: InlineConfig): Promise<Chunks> => {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, emptyOutDir: false, minify: false, reportCompressedSize: false },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
};

/** Returns the modules that these entries import statically, and thus load together with themselves. */
const modulesOf = (chunks: Chunks, entries: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = chunks.get(fileName);
    if (chunk === undefined || seen.has(fileName)) return;
    seen.add(fileName);
    chunk.imports.forEach(visit);
  };
  for (const { fileName, facadeModuleId } of chunks.values())
    if (entries.some((entry) => facadeModuleId?.endsWith(entry))) visit(fileName);
  return new Set([...seen].flatMap((fileName) => chunks.get(fileName)?.moduleIds ?? []));
};

/** Loading this file draws its page, so other screens must not share it. */
const beginsPage = (id: string): boolean => /[\\/]main\.tsx$|\.html(\?|$)/.test(id);

/**
 * Puts the code of the first screens into one file for each set of first screens that shares it, rather than for each set of screens of the
 * whole product. Only tree-shaking tells which code that is, so the front end is bundled once before.
 */
export const firstScreenChunks = async (
  config: InlineConfig,
  screens: FirstScreens,
): Promise<(id: string) => string | null> => {
  const chunks = await chunksOf(config);
  const needed = Object.entries(screens).map(
    ([name, entries]) => [name, modulesOf(chunks, entries)] as const,
  );
  return (id) => {
    if (beginsPage(id)) return null;
    const names = needed.filter(([, modules]) => modules.has(id)).map(([name]) => name);
    return names.length === 0 ? null : names.join('-');
  };
};
