import { describe, expect, it } from 'vitest';
import { readMcpTools } from './read-mcp-tools.ts';

const inputSchema = { type: 'object', properties: { a: { type: 'string' } } };
const read = (change: object) => readMcpTools([{ name: 'search', inputSchema, ...change }])[0];

describe('a tool of a server', () => {
  it('is read with what it says of itself', () => {
    expect(
      read({
        title: ' Search\n it ',
        description: ' Finds\nthings. ',
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, title: 'Other' },
      }),
    ).toEqual({
      ...{ name: 'search', title: 'Search it', description: 'Finds\nthings.', inputSchema },
      ...{ outputSchema: { type: 'object' }, isReadOnly: true, problem: null, unchecked: [] },
    });
  });

  it('needs no more than a name and a schema', () => {
    expect(read({ description: 7, annotations: [] })).toEqual({
      ...{ name: 'search', title: 'search', description: '', inputSchema },
      ...{ outputSchema: null, isReadOnly: false, problem: null, unchecked: [] },
    });
    expect(read({ annotations: { title: 'From the notes', readOnlyHint: 'yes' } })).toMatchObject({
      title: 'From the notes',
      isReadOnly: false,
    });
  });

  it('is not usable with a name or arguments that cannot be shown', () => {
    expect(read({ name: 'sea\u200brch' })).toMatchObject({
      name: 'search',
      problem: 'Its name has signs that cannot be shown.',
    });
    expect(read({ inputSchema: { type: 'string' } })).toMatchObject({
      inputSchema: { type: 'object' },
      problem: 'Its arguments are not described as an object.',
    });
    expect(
      read({ inputSchema: { type: 'object', $ref: '#/$defs/a', $defs: { a: {} } } })?.problem,
    ).toBeNull();
  });

  it('counts once, and not without a name', () => {
    const tools = readMcpTools([
      { name: 'a', title: 'First', inputSchema },
      { name: 'a', title: 'Second', inputSchema },
      { name: '\u200b', inputSchema },
      { name: 5, inputSchema },
    ]);
    expect(tools.map(({ title }) => title)).toEqual(['First']);
  });
});
