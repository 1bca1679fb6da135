import { describe, expect, it } from 'vitest';
import { documentChecks } from './document-checks.ts';
import { readTree } from './source-tree.ts';

const findingsOf = (files: Readonly<Record<string, string>>) => {
  const tree = { root: '/', files: Object.entries(files).map(([path, text]) => ({ path, text })) };
  return documentChecks
    .flatMap((check) => check.run(tree))
    .map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`);
};

const module = 'apps/server/src/modules/assistants/chat';
const sources = { [`${module}/service/ask-app.ts`]: '', 'apps/server/src/kernel/db/migrate.ts': '' };

describe('a path that a document names', () => {
  it('is refused when nothing lies there, with the line that names it', () => {
    const gone = { 'docs/architecture.md': 'A question to `chat`:\nit begins in `chat/service/ask.ts`.' };
    expect(findingsOf({ ...sources, ...gone })).toEqual([
      'docs/architecture.md:2 chat/service/ask.ts does not exist.',
    ]);
  });

  it('is refused as a folder and as a word of a command too', () => {
    const gone = {
      'CONTRIBUTING.md': 'Look into `apps/server/src/modules/chat`.',
      'docs/adr/0002-kernel.md': 'Run `node tools/gone.mjs --all`.',
      [`${module}/README.md`]: 'What is asked lies in `asking/`.',
    };
    expect(findingsOf({ ...sources, 'tools/build.mjs': '', ...gone })).toEqual([
      'CONTRIBUTING.md:1 apps/server/src/modules/chat does not exist.',
      'docs/adr/0002-kernel.md:1 tools/gone.mjs does not exist.',
      `${module}/README.md:1 asking/ does not exist.`,
    ]);
  });

  it('may be whole, or begin at the sources of the server, or be an ending, or hold a star', () => {
    const text = `\`${module}/service\` \`kernel/db/migrate.ts\` \`chat/service/ask-app.ts\` \`kernel/*/migrate.ts\``;
    expect(findingsOf({ ...sources, 'README.md': text })).toEqual([]);
  });

  it('may be shortened in a README to what lies below it alone', () => {
    const text = '`service/ask-app.ts` and `migrate.ts`';
    expect(findingsOf({ ...sources, [`${module}/README.md`]: text })).toEqual([
      `${module}/README.md:1 migrate.ts does not exist.`,
    ]);
  });

  it('is told from addresses, packages, placeholders, examples and what a build makes', () => {
    const text = [
      '`/api/docs` `application/json` `@atelier/models` `<area>/<module>/index.ts` `dist/server/main.js` `tesseract.js`',
      '```',
      'publish-prompt.ts',
      '`gone/in-a-block.ts`',
      '```',
    ].join('\n');
    expect(findingsOf({ ...sources, 'docs/house-style.md': text })).toEqual([]);
  });

  it('exists in every document of this repository', () => {
    const tree = readTree('.');
    expect(tree.files.some(({ path }) => path === 'docs/architecture.md')).toBe(true);
    expect(documentChecks.flatMap((check) => check.run(tree))).toEqual([]);
  });
});

describe('the README of a module', () => {
  const index = { [`${module}/index.ts`]: '' };

  it('is missed', () => {
    expect(findingsOf(index)).toEqual([
      `${module}/README.md: Write what the module is for, its words and its invariants.`,
    ]);
  });

  it('is refused from forty-one lines on', () => {
    const readme = (lines: number) => ({ [`${module}/README.md`]: 'A line.\n'.repeat(lines) });
    expect(findingsOf({ ...index, ...readme(41) })).toEqual([`${module}/README.md: 41 lines; 40 may be.`]);
    expect(findingsOf({ ...index, ...readme(40) })).toEqual([]);
  });
});

describe('the architecture', () => {
  const architecture = (text: string) => ({ 'docs/architecture.md': text });
  const files = {
    'apps/server/src/modules/assistants/agents/engine/run.ts': '',
    'apps/web/src/features/content/fields/form.tsx': '',
    'packages/turns/src/queue.ts': '',
  };

  it('names every module, every feature and every package', () => {
    expect(findingsOf({ ...files, ...architecture('Agents take turns at fields.') })).toEqual(
      ['agents', 'fields', 'turns'].map(
        (name) => `docs/architecture.md: The architecture does not name \`${name}\`.`,
      ),
    );
    expect(findingsOf({ ...files, ...architecture('`agents`, `fields`, `packages/turns`') })).toEqual([]);
  });
});
