import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, repeatedly, startAttacked } from '../src/attacked/attacked.ts';
import { ask } from '../src/chat.ts';
import { makeBase, settled, upload } from '../src/knowledge.ts';

/** A question of white space. The words at both ends keep it from being trimmed. */
const spaces = (length: number) => `Leave${' '.repeat(length - 13)}expenses`;

describe('questions of a visitor to a public app', () => {
  let attacked: Attacked;
  let appId: string;

  beforeAll(async () => {
    attacked = await startAttacked({ env: { FREE_CREDITS: '100000000' } });
    const { client } = await attacked.product.signUp();
    const base = await makeBase(client, 'Handbook', { retrieval: { mode: 'BM25' } });
    await upload(client, base, [{ name: 'leave.txt', content: 'Leave is 25 days. Expenses are paid.' }]);
    await settled(client, base);
    const retrieval = { mode: 'MULTI_QUERY' };
    const app = { name: 'Help', access: 'PUBLIC', knowledgeBaseIds: [base], retrieval };
    ({ appId } = await client.post<{ appId: string }>('/api/content/manage-app', app));
  });
  afterAll(() => attacked.close());

  const query = async (text: string, chatUserId = 'a-visitor-of-the-attack-tests') => {
    const { end } = await ask(attacked.product.visitor(), { appId, query: text, chatUserId });
    expect(end).toBe('done');
  };

  it.each([4000, 8000])('of %i spaces keep nobody waiting, one or eight at a time', async (length) => {
    await query('Leave and expenses');
    const alone = await attacked.during(
      `${length} spaces`,
      repeatedly(() => query(spaces(length))),
    );
    expect(alone).not.toSatisfy(isHarmed);
    const eight = () =>
      Promise.all(Array.from({ length: 8 }, (_, at) => query(spaces(length), `visitor-number-${at}`)));
    const together = await attacked.during(`${length} spaces, eight at once`, repeatedly(eight));
    expect(together).not.toSatisfy(isHarmed);
  });
});
