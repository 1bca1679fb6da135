// Keeps one Vitest warm in the copied checkout in which it is started, and runs the test files that its parent asks for.
import { inspect } from 'node:util';
import type { TestModule, TestSpecification } from 'vitest/node';
import { createVitest } from 'vitest/node';

/** What the parent asks for: the test files to run, and the files that have changed since the last order. */
export interface Order {
  changed: readonly string[];
  tests: readonly string[];
}

/** What a run showed: whether a test failed, with its title, and how long each file took, in milliseconds. */
export interface Outcome {
  failed: string | undefined;
  durations: Record<string, number>;
}

/** The first answer of the process: the test files that there are, as absolute paths. */
export interface Ready {
  tests: readonly string[];
}

const [projects = '', workers = '1', ...filters] = process.argv.slice(2);

const vitest = await createVitest(
  'test',
  {
    root: process.cwd(),
    watch: false,
    project: projects.split(','),
    reporters: [{}],
    bail: 1,
    maxWorkers: Number(workers),
  },
  { logLevel: 'silent' },
);
await vitest.standalone();
const specifications = new Map<string, TestSpecification>();
for (const specification of await vitest.globTestSpecifications(filters))
  specifications.set(specification.moduleId, specification);

const failureIn = (module: TestModule): string | undefined => {
  if (module.ok() && module.errors().length === 0) return undefined;
  for (const test of module.children.allTests('failed'))
    return `${module.relativeModuleId}: ${test.fullName}`;
  return `${module.relativeModuleId} could not run: ${module.errors()[0]?.message ?? 'no reason is known'}`;
};

/**
 * Forgets what was read of a file. Vite also marks every module that imports it, which code for Node does not need, and which fails where a
 * stopped run still loads one of them. So the importers become what they were.
 */
const forget = (path: string): void => {
  vitest.invalidateFile(path);
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const module of moduleGraph.idToModuleMap.values()) {
        const before: unknown = Reflect.get(module, 'invalidationState');
        if (typeof before === 'object' && before !== null && module.transformResult === null)
          Reflect.set(module, 'transformResult', before);
        Reflect.set(module, 'invalidationState', undefined);
      }
};

const perform = async ({ changed, tests }: Order): Promise<Outcome> => {
  for (const path of changed) forget(path);
  const wanted = tests.flatMap((path) => specifications.get(path) ?? []);
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  const failures = testModules.flatMap((module) => failureIn(module) ?? []);
  const [error] = unhandledErrors;
  return {
    failed: failures[0] ?? (error === undefined ? undefined : `an unhandled error: ${inspect(error)}`),
    durations: Object.fromEntries(testModules.map((module) => [module.moduleId, lengthOf(module)])),
  };
};

/** Loading the modules and preparing the environment takes most of the time of a quick file. */
const lengthOf = (module: TestModule): number => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
};

const answer = (message: Ready | Outcome) => process.send?.(message);

process.on('message', (order: Order) => void perform(order).then(answer));
process.on('disconnect', () => process.exit());
answer({ tests: [...specifications.keys()] });
