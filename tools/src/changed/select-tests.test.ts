import { describe, expect, it } from 'vitest';
import { findPart, selectTests } from './select-tests.ts';

const server = (rest: string) => `apps/server/src/modules/${rest}`;
const imports = new Map<string, readonly string[]>([
  ['packages/contracts/src/assistants/chat/chat.ts', []],
  ['packages/contracts/src/assistants/chat/chat.test.ts', ['packages/contracts/src/assistants/chat/chat.ts']],
  [server('content/search/index.ts'), [server('content/search/find.ts')]],
  [server('content/search/find.ts'), []],
  [server('content/search/find.test.ts'), [server('content/search/find.ts')]],
  [server('content/search/search.int.test.ts'), ['apps/server/tests/harness.ts']],
  [server('content/search/module.ts'), [server('content/search/find.ts')]],
  [server('assistants/chat/index.ts'), [server('assistants/chat/answer.ts')]],
  [server('assistants/chat/answer.ts'), [server('content/search/index.ts')]],
  [server('assistants/chat/answer.test.ts'), [server('assistants/chat/answer.ts')]],
  [server('assistants/chat/chat.int.test.ts'), ['apps/server/tests/harness.ts']],
  [server('assistants/chat/module.ts'), [server('assistants/chat/answer.ts')]],
  [server('assistants/agents/agent.ts'), [server('assistants/chat/index.ts')]],
  [server('assistants/agents/agent.test.ts'), [server('assistants/agents/agent.ts')]],
  ['apps/server/src/modules.ts', [server('assistants/chat/module.ts'), server('content/search/module.ts')]],
  ['apps/server/tests/harness.ts', ['apps/server/src/modules.ts']],
  ['apps/web/src/features/assistants/chat/page.tsx', ['packages/contracts/src/assistants/chat/chat.ts']],
  ['apps/web/src/features/assistants/chat/page.test.tsx', ['apps/web/src/features/assistants/chat/page.tsx']],
  ['apps/web/src/features/money/usage/usage.test.tsx', []],
]);

describe('the tests of a change', () => {
  it('are all of the changed module, and those of what imports it, the nearest first', () => {
    const { run, left, isFarReaching } = selectTests(imports, [server('content/search/find.ts')], {
      seconds: 100,
    });
    expect(run).toEqual([
      server('content/search/find.test.ts'),
      server('content/search/search.int.test.ts'),
      server('assistants/chat/answer.test.ts'),
      'apps/web/src/features/assistants/chat/page.test.tsx',
      'packages/contracts/src/assistants/chat/chat.test.ts',
      server('assistants/chat/chat.int.test.ts'),
    ]);
    expect(left).toEqual([]);
    expect(isFarReaching).toBe(false);
  });

  it('of a module in the middle leave out what it imports itself', () => {
    const { run } = selectTests(imports, [server('assistants/chat/answer.ts')], { seconds: 100 });
    expect(run).toContain('apps/web/src/features/assistants/chat/page.test.tsx');
    expect(run).toContain(server('assistants/agents/agent.test.ts'));
    expect(run.filter((test) => test.includes('search'))).toEqual([]);
    expect(run.filter((test) => test.includes('usage'))).toEqual([]);
  });

  it('of a contract are those of the server and the browser side as well', () => {
    const { run } = selectTests(imports, ['packages/contracts/src/assistants/chat/chat.ts'], {
      seconds: 100,
    });
    expect(run).toContain('packages/contracts/src/assistants/chat/chat.test.ts');
    expect(run).toContain(server('assistants/chat/chat.int.test.ts'));
    expect(run).toContain('apps/web/src/features/assistants/chat/page.test.tsx');
  });

  it('stay within the time, which never leaves out the changed module itself, and say what was left out', () => {
    const times = { [server('content/search/search.int.test.ts')]: 90 };
    const { run, left } = selectTests(imports, [server('content/search/find.ts')], { times, seconds: 93 });
    expect(run).toEqual([
      server('content/search/find.test.ts'),
      server('content/search/search.int.test.ts'),
      server('assistants/chat/answer.test.ts'),
      'apps/web/src/features/assistants/chat/page.test.tsx',
    ]);
    expect(left).toEqual([
      {
        test: 'packages/contracts/src/assistants/chat/chat.test.ts',
        because: 'assistants/chat imports what changed; 1 s',
      },
      {
        test: server('assistants/chat/chat.int.test.ts'),
        because: 'assistants/chat imports what changed; 6 s',
      },
    ]);
  });

  it('of a changed test are those of its module', () => {
    const { run } = selectTests(imports, [server('assistants/agents/agent.test.ts')], { seconds: 100 });
    expect(run).toEqual([server('assistants/agents/agent.test.ts')]);
  });

  it.each([
    'apps/server/migrations/0201_new.sql',
    'packages/contracts/src/kernel/json.ts',
    'apps/server/src/kernel/db/migrate.ts',
    'apps/server/tests/harness.ts',
    'vitest.config.ts',
  ])('cannot be chosen for a change of %s, which reaches everything', (path) => {
    expect(selectTests(imports, [path], { seconds: 100 }).isFarReaching).toBe(true);
  });

  it('do not exist for a document', () => {
    expect(selectTests(imports, ['docs/status.md'], { seconds: 100 })).toEqual({
      run: [],
      left: [],
      isFarReaching: false,
    });
  });
});

describe('a part of the product', () => {
  it.each([
    ['packages/contracts/src/assistants/chat/chat.ts', 'assistants/chat'],
    ['packages/contracts/src/assistants/apps.ts', 'assistants/apps'],
    [server('assistants/chat/service/answer.ts'), 'assistants/chat'],
    ['apps/web/src/features/assistants/chat/page.tsx', 'assistants/chat'],
    ['apps/server/src/kernel/db/migrate.ts', 'apps/server/src/kernel/db'],
    ['packages/flows/src/sandbox/run.ts', 'packages/flows'],
    ['README.md', undefined],
  ])('of %s is %s', (path, part) => {
    expect(findPart(path)).toBe(part);
  });
});
