import { describe, expect, it } from 'vitest';
import { faultOf } from './check-reply.ts';
import { importsReply } from './source-replies.ts';

const call = 'GET /api/import/knowledge-base/kb_1/imports';

describe('a reply that a test gives', () => {
  it('is taken when its endpoint could give it', () => {
    expect(faultOf(call, importsReply().data)).toBeUndefined();
  });

  it('is refused by the name of its endpoint and what is missing', () => {
    const { balance: _balance, ...rest } = importsReply().data;
    expect(faultOf(call, rest)).toMatch(/documentImports\.listImports.*\n {2}balance: /);
  });

  it('is refused where no contract has the call', () => {
    expect(faultOf('GET /api/import/nothing', {})).toContain('No contract has GET /api/import/nothing');
  });
});
