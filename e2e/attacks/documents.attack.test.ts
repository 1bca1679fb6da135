import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, startAttacked } from '../src/attacked/attacked.ts';
import type { Client } from '../src/client.ts';
import { makeBase, retrieve, settled, upload } from '../src/knowledge.ts';

const kilobyte = 1024;

/** Blocks of code with long lines that end in white space, which make a bad regular expression start over at each letter. */
const codeBlocks = (length: number): string => {
  const block = `\`\`\`\nneedle ${'x = y ;'.repeat(300)}${' '.repeat(1500)}\n\`\`\`\n\n`;
  return block.repeat(Math.ceil(length / block.length)).slice(0, length);
};

/** Lines of 15,000 characters. */
const longLines = (length: number): string =>
  `${'The keeper of the lock wrote a line about barges and grain '.repeat(255)}\n`
    .repeat(Math.ceil(length / 15_000))
    .slice(0, length);

/** Lines that no other version contains. */
const linesOf = (word: string, count: number): string =>
  Array.from({ length: count }, (_nothing, at) => `${word} ${at * 7919} ${word}${at}`).join('\n');

describe('documents that are made to be hard to read', () => {
  let attacked: Attacked;
  let client: Client;
  let base: string;

  beforeAll(async () => {
    attacked = await startAttacked({ env: { FREE_CREDITS: '100000000' } });
    ({ client } = await attacked.product.signUp());
    base = await makeBase(client, 'Hard to read', { retrieval: { mode: 'BM25' } });
    await upload(client, base, [{ name: 'plain.txt', content: 'The needle is in the hay.' }]);
    await settled(client, base);
    await retrieve(client, base, 'needle');
  });
  afterAll(() => attacked.close());

  const eight = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, work));

  const added = async (name: string, content: string): Promise<string> => {
    const [row] = await upload(client, base, [{ name, content }]);
    await settled(client, base);
    return row?.knowledgeBaseImportId ?? '';
  };

  it('are imported and searched while everybody else is answered: 158 KB of code blocks', async () => {
    const imported = await attacked.during('import of 158 KB of code blocks', () =>
      added('code.md', codeBlocks(158 * kilobyte)),
    );
    expect(imported).not.toSatisfy(isHarmed);
    const ask = async () => expect(await retrieve(client, base, 'needle')).not.toEqual([]);
    expect(await attacked.during('question "needle"', ask)).not.toSatisfy(isHarmed);
    expect(await attacked.during('question "needle", eight at once', () => eight(ask))).not.toSatisfy(
      isHarmed,
    );
  });

  it('are summarised while everybody else is answered: 900 KB in lines of 15,000 characters', async () => {
    const id = await added('lines.txt', longLines(900 * kilobyte));
    const summarise = async () => {
      const reply = await client.send('POST', '/api/content/summarize-doc', { knowledgeBaseImportId: id });
      expect(reply.status).toBe(200);
    };
    expect(await attacked.during('summary of 900 KB', summarise)).not.toSatisfy(isHarmed);
    const all = () => eight(summarise);
    expect(await attacked.during('summary of 900 KB, eight at once', all)).not.toSatisfy(isHarmed);
  });

  it.each([
    ['without a separator', {}, 'a b '.repeat(12_500)],
    ['at the separator "a"', { strategy: 'SEPARATOR', separators: ['a'] }, 'a'.repeat(50_000)],
    ['word for word', { maxTokens: 2000 }, '. '.repeat(25_000)],
  ])('are cut for a preview %s while everybody else is answered: 50 KB', async (how, chunking, text) => {
    const preview = async () => {
      const body = { text, name: 'text.txt', chunking };
      const { status } = await client.send('POST', '/api/import/v2/chunking-preview', body);
      expect(status).toBe(200);
    };
    expect(await attacked.during(`preview ${how}`, preview)).not.toSatisfy(isHarmed);
    const all = () => eight(preview);
    expect(await attacked.during(`preview ${how}, eight at once`, all)).not.toSatisfy(isHarmed);
  });

  it('are compared with another version while everybody else is answered, three and eight at once', async () => {
    const id = await added('versions.txt', 'First version.');
    const texts = [linesOf('alpha', 20_000), linesOf('beta', 20_000)];
    for (const [at, text] of texts.entries()) {
      const body = { knowledgeBaseImportId: id, version: at + 1, text: text.slice(0, 480_000) };
      expect((await client.send('POST', '/api/import/edit-import-content', body)).status).toBe(200);
      await settled(client, base);
    }
    const compare = async () => {
      const reply = await client.send('GET', `/api/import/v2/import/${id}/versions-compared?from=2&to=3`);
      expect(reply.status).toBe(200);
    };
    const three = () => Promise.all([compare(), compare(), compare()]);
    expect(await attacked.during('versions compared, three at once', three)).not.toSatisfy(isHarmed);
    const all = () => eight(compare);
    expect(await attacked.during('versions compared, eight at once', all)).not.toSatisfy(isHarmed);
  });
});
