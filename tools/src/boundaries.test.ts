import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, type PlantedTree, plant, root, runIn } from '../tests/plant.ts';
import { boundaryRules } from './boundary-rules.ts';

const value = 'export const value = 1;\n';
const importing = (target: string) => `import { value } from '${target}';\nexport const own = value;\n`;
const modules = 'apps/server/src/modules';
const web = 'apps/web/src';

/** One violation for each rule: the offending file, and what it imports. */
const sins: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['contracts-import-zod-only', 'packages/contracts/src/sin.ts', 'pg'],
  ['packages-know-no-app', 'packages/models/src/sin.ts', '../../../apps/server/src/kernel/fine.ts'],
  ['package-edge-undeclared', 'packages/retrieval/src/sin.ts', '@atelier/documents'],
  ['routes-call-use-cases', `${modules}/assistants/prompts/routes.ts`, './repository.ts'],
  ['use-cases-know-no-route', `${modules}/assistants/prompts/service/create-prompt.ts`, '../other-routes.ts'],
  ['use-cases-ask-repositories', `${modules}/assistants/prompts/service/list-prompts.ts`, '../tables.ts'],
  ['repositories-know-tables-only', `${modules}/assistants/prompts/prompt-repository.ts`, './policy.ts'],
  ['policy-and-present-are-pure', `${modules}/assistants/prompts/present.ts`, './repository.ts'],
  ['area-order', `${modules}/account/tenancy/sin.ts`, '../../assistants/chat/index.ts'],
  ['area-edge-undeclared', `${modules}/money/billing/sin.ts`, '../../assistants/prompts/index.ts'],
  ['module-order', `${modules}/assistants/prompts/right-sin.ts`, '../chat/index.ts'],
  ['module-edge-undeclared', `${modules}/assistants/workers/sin.ts`, '../prompts/index.ts'],
  ['modules-meet-at-index', `${modules}/assistants/flows/sin.ts`, '../prompts/policy.ts'],
  ['kernel-knows-no-module', 'apps/server/src/kernel/sin.ts', '../modules/assistants/prompts/index.ts'],
  ['one-list-of-modules', 'apps/server/src/sin.ts', './modules/assistants/prompts/index.ts'],
  ['threads-compute-only', 'apps/server/src/compute-worker.ts', './modules/assistants/prompts/index.ts'],
  ['outside-meets-at-index', 'apps/server/src/main.ts', './modules/assistants/prompts/policy.ts'],
  ['module-list-reads-wiring', 'apps/server/src/modules.ts', './modules/assistants/prompts/index.ts'],
  ['wiring-is-imported-once', `${modules}/assistants/flows/wiring-sin.ts`, '../prompts/module.ts'],
  ['web-and-server-apart', `${web}/lib/server-sin.ts`, '../../../server/src/kernel/fine.ts'],
  ['server-and-web-apart', 'apps/server/src/kernel/web-sin.ts', '../../../web/src/ui/fine.ts'],
  ['browser-takes-contracts-only', `${web}/lib/engine-sin.ts`, '@atelier/documents'],
  ['web-ui-stays-below', `${web}/ui/sin.ts`, '../lib/fine.ts'],
  ['web-lib-stays-below', `${web}/lib/sin.ts`, '../features/assistants/prompts/index.ts'],
  ['web-features-stays-below', `${web}/features/assistants/prompts/sin.ts`, '../../../shell/fine.ts'],
  ['web-public-stays-below', `${web}/public/sin.ts`, '../shell/fine.ts'],
  ['features-meet-at-index', `${web}/features/assistants/apps/sin.ts`, '../prompts/inner.ts'],
  ['shell-meets-features-at-index', `${web}/shell/sin.ts`, '../features/assistants/prompts/inner.ts'],
  ['no-circle', 'packages/models/src/circle.ts', './square.ts'],
  ['product-imports-no-test', 'packages/models/src/test-sin.ts', '../tests/fake.ts'],
  ['journeys-drive-from-outside', 'e2e/sin.ts', '../packages/models/src/fine.ts'],
  ['attacks-know-valid-requests', 'e2e/attacks/sin.ts', '../../packages/models/src/fine.ts'],
  ['unresolvable-import', 'packages/models/src/lost-sin.ts', './not-there.ts'],
  ['undeclared-dependency', 'packages/models/src/dev-sin.ts', 'pg'],
];

const innocent = [
  'packages/contracts/src/fine.ts',
  'packages/documents/src/index.ts',
  'packages/models/src/fine.ts',
  'packages/models/tests/fake.ts',
  'apps/server/src/kernel/fine.ts',
  ...['index', 'module', 'repository', 'policy', 'tables', 'other-routes'].map(
    (name) => `${modules}/assistants/prompts/${name}.ts`,
  ),
  `${modules}/assistants/chat/index.ts`,
  ...['ui', 'lib', 'shell'].map((name) => `${web}/${name}/fine.ts`),
  `${web}/features/assistants/prompts/index.ts`,
  `${web}/features/assistants/prompts/inner.ts`,
];

const innocentEdges = [
  `${modules}/assistants/prompts/service/fine.ts`,
  `${modules}/assistants/workers/service/fine.ts`,
];

describe('boundaries', () => {
  let tree: PlantedTree;
  let outcome: Outcome;

  beforeAll(async () => {
    tree = plant({
      ...Object.fromEntries(innocent.map((path) => [path, value])),
      ...Object.fromEntries(sins.map(([, from, to]) => [from, importing(to)])),
      'packages/models/src/square.ts':
        "import { own } from './circle.ts';\nexport const value = () => own;\n",
      [`${modules}/assistants/workers/repository.ts`]: value,
      ...Object.fromEntries(innocentEdges.map((path) => [path, importing('../repository.ts')])),
    });
    outcome = await runIn(tree.folder, [join(root, 'tools/src/boundaries.ts')]);
  }, 60_000);
  afterAll(() => tree.uproot());

  it.each(sins)('%s fires on %s', (rule, from) => {
    const lines = outcome.output.split('\n');
    expect(lines.filter((line) => line.startsWith(`${rule}: ${from} →`))).toHaveLength(1);
  });

  it('has a planted sin for every rule', () => {
    const names = new Set(boundaryRules.map(({ name }) => name ?? ''));
    expect([...names].toSorted()).toEqual([...new Set(sins.map(([rule]) => rule))].toSorted());
  });

  it('fails as a whole and leaves innocent imports alone', () => {
    expect(outcome.code).toBe(1);
    for (const edge of innocentEdges) expect(outcome.output).not.toContain(edge);
    expect(outcome.output).not.toContain('unseen-file');
  });

  it('fails on a tree in which it sees nothing', async () => {
    const empty = plant({});
    const { code, output } = await runIn(empty.folder, [join(root, 'tools/src/boundaries.ts')]);
    empty.uproot();
    expect(output).toContain('unseen-file: no module was seen at all');
    expect(code).toBe(1);
  });
});
