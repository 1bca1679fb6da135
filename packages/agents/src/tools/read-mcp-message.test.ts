import { describe, expect, it } from 'vitest';
import { leftOutKey, readingKey, readMcpMessage } from './read-mcp-message.ts';

const read = (result: object): unknown => {
  const reading = readMcpMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  const { result: found } = JSON.parse('text' in reading ? reading.text : '{}') as { result?: unknown };
  return found;
};
const listed = (tools: unknown[]) =>
  (read({ tools }) as { tools: { name: string; inputSchema: object; _meta: Record<string, unknown> }[] })
    .tools;
const tool = (name: string, inputSchema: object = { type: 'object' }) => ({ name, inputSchema });
const said = (text: string) => ({ type: 'text', text });
const unknown = (kind: string) => said(`[A part ${kind} was left out, because it is not known here.]`);

describe('a message of a server of tools', () => {
  it('is left alone when it is no result, or no JSON', () => {
    expect(readMcpMessage('{"id":1,"error":{"code":1}}')).toEqual({ text: '{"id":1,"error":{"code":1}}' });
    expect(readMcpMessage('{"result":{"ok":true}}')).toEqual({ text: '{"result":{"ok":true}}' });
    expect(readMcpMessage('not JSON')).toEqual({ text: 'not JSON' });
  });

  it('is read in a batch as well, with all digits of its numbers', () => {
    const text = '[{"result":{"content":[],"structuredContent":{"id":9007199254740993}}},1]';
    expect(readMcpMessage(text)).toEqual({ text });
  });

  it('has 200 levels at most', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(readMcpMessage(nested(200))).toEqual({ text: nested(200) });
    expect(readMcpMessage(nested(201))).toEqual({
      problem: 'It sent values that are nested more than 200 times.',
    });
  });

  it('has 400,000 values at most', () => {
    const list = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
    expect(readMcpMessage(list(399_999))).toHaveProperty('text');
    expect(readMcpMessage(list(400_000))).toEqual({ problem: 'It sent more than 400,000 values at once.' });
  });
});

describe('a list of tools', () => {
  it('carries what was found about each, and a schema only where the library reads it', () => {
    const [plain, headed] = listed([
      tool('a', { type: 'object', properties: { b: { type: 'string' } } }),
      tool('h', { type: 'object', properties: { b: { type: 'string', 'x-mcp-header': 'X-B' } } }),
    ]);
    expect(plain).toMatchObject({ name: 'a', inputSchema: { type: 'object' } });
    expect(plain?.inputSchema).toEqual({ type: 'object' });
    expect(JSON.parse(String(plain?._meta[readingKey]))).toMatchObject({
      ...{ name: 'a', problem: null },
      inputSchema: { properties: { b: { type: 'string' } } },
    });
    expect(headed?.inputSchema).toMatchObject({ properties: { b: { 'x-mcp-header': 'X-B' } } });
  });

  it('has 500 tools, and says how many are left out', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => tool(`t${index}`));
    expect(listed(names(500)).map(({ name }) => name)).toEqual(names(500).map(({ name }) => name));
    const long = listed(names(502));
    expect(long).toHaveLength(501);
    expect(long.at(-1)).toEqual({
      ...{ name: leftOutKey, inputSchema: { type: 'object' } },
      _meta: { [leftOutKey]: 2 },
    });
  });

  it('leaves out the schemas that are too large together', () => {
    const large = { type: 'object', default: Array.from({ length: 29_000 }, () => 0) };
    const problems = listed([tool('a', large), tool('b', large), tool('c', large), tool('d')]).map(
      ({ _meta }) => (JSON.parse(String(_meta[readingKey])) as { problem: string | null }).problem,
    );
    expect(problems).toEqual([
      ...[null, null],
      'The server describes the arguments of its tools by too many values.',
      'The server describes the arguments of its tools by too many values.',
    ]);
  });
});

describe('the result of a call', () => {
  it('keeps the parts that are known, without what only describes them', () => {
    const known = [
      said('a'),
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AA==' } },
    ];
    const described = known.map((part) => ({
      ...part,
      ...{ annotations: {}, _meta: {}, icons: [], size: 1, description: 'It is known.' },
    }));
    expect(read({ content: described })).toEqual({ content: known });
  });

  it.each([
    [{ type: 'text' }, 'of the kind “text”'],
    [{ type: 'image', data: 'AA==' }, 'of the kind “image”'],
    [{ type: 'audio', mimeType: 'audio/wav' }, 'of the kind “audio”'],
    [{ type: 'resource_link', uri: 'file:///a' }, 'of the kind “resource_link”'],
    [{ type: 'resource', resource: { uri: 'file:///a' } }, 'of the kind “resource”'],
    [{ type: 'resource', resource: 'file:///a' }, 'of the kind “resource”'],
    [{ type: 'resource', resource: { text: 'a' } }, 'of the kind “resource”'],
    [{ type: 'video', resource: { uri: 'file:///a', text: 'a' } }, 'of the kind “video”'],
    [{ type: 'x'.repeat(101) }, `of the kind “${'x'.repeat(100)}”`],
    [{ kind: 'text' }, 'without a kind'],
    ['text', 'without a kind'],
    [null, 'without a kind'],
  ])('names the part %j, and keeps the others', (part, kind) => {
    expect(read({ content: [said('a'), part] })).toEqual({ content: [said('a'), unknown(kind)] });
  });

  it('takes a title only as text, and an error only as true', () => {
    expect(read({ content: [{ ...said('a'), title: 7 }], isError: 'yes' })).toEqual({
      ...{ content: [said('a')], isError: false },
    });
    expect(read({ content: [], isError: true, more: 1 })).toEqual({ content: [], isError: true, more: 1 });
  });

  it('keeps structured content, and as text what is no object or has too many values', () => {
    expect(read({ structuredContent: { a: 1 } })).toEqual({ content: [], structuredContent: { a: 1 } });
    expect(read({ content: [], structuredContent: null })).toEqual({ content: [] });
    expect(read({ content: 'a', structuredContent: [1] })).toEqual({ content: [said('[1]')] });
    const many = (count: number) => ({ a: Array.from({ length: count }, () => 0) });
    expect(read({ structuredContent: many(9998) })).toHaveProperty('structuredContent');
    expect(read({ structuredContent: many(9999) })).toEqual({
      content: [
        said('[The structured content is kept as text, because it has too many values.]'),
        said(`{"a":[${'0,'.repeat(9998)}0]}`),
      ],
    });
  });
});
