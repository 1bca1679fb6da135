import { describe, expect, it } from 'vitest';
import { proofChecks } from './proof-checks.ts';

const requirements =
  '- `CHAT-01` The button says `"Send"`, and `"<kind> Not Available"` is a title. (source: S2)\n- `CHAT-02` It works.' +
  '\n- `CHAT-03` Fields: `plan.type`, `steps_N`. (source: S1)\n- `CHAT-04` (OPEN) Unstated: `mode`.';
const findings = (path: string, text: string) =>
  proofChecks
    .flatMap((check) =>
      check
        .run({
          root: '.',
          files: [
            { path: 'docs/requirements.md', text: requirements },
            { path, text },
          ],
        })
        .map(({ message, line }) => `${check.name}${line === undefined ? '' : ` ${line}`}: ${message}`),
    )
    .join(' | ');

const screen = 'apps/web/src/features/assistants/chat/chat.test.tsx';

describe('a test that claims a requirement', () => {
  const loop = (from: string, each = 'reasons') =>
    `import { reasons } from '${from}';\nit.each(${each})('%s', { tags: ['CHAT-02'] }, () => {});`;

  it('goes through no list of the product', () => {
    expect(findings(screen, loop('@atelier/contracts/chat'))).toContain(
      'proofs-have-own-lists 2: A requirement is',
    );
    expect(findings(screen, loop('./reasons.ts', 'Object.keys(reasons)'))).toContain('proofs-have-own-lists');
    expect(findings(screen, loop('./reasons.ts', '[...reasons]'))).toContain('proofs-have-own-lists');
  });

  it('may go through one of its own, and through one that it has compared', () => {
    expect(findings(screen, loop('../../tests/reasons.ts'))).toBe('');
    expect(findings(screen, "it.each(['a'])('%s', { tags: ['CHAT-02'] }, () => {});")).toBe('');
    expect(findings(screen, `${loop('./reasons.ts')}\nexpect(reasons).toEqual(['a']);`)).toBe('');
    expect(findings(screen, loop('./reasons.ts').replace("tags: ['CHAT-02']", 'timeout: 5'))).toBe('');
  });

  it('holds each text that the requirement quotes, without its blanks', () => {
    const claim = (body: string) => `it('says it', { tags: ['CHAT-01'] }, () => { ${body} });`;
    expect(findings(screen, claim("expect(name).toBe('Send');"))).toContain(
      'CHAT-01 says “ Not Available”, which stands in no test file that claims it.',
    );
    expect(findings(screen, claim("expect(names).toEqual(['Send', 'App Not Available']);"))).toBe('');
  });

  it('holds each value that the requirement names, part by part, unless it leaves a choice', () => {
    const claim = (id: string, body: string) => `it('has it', { tags: ['${id}'] }, () => { ${body} });`;
    const missing = findings(screen, claim('CHAT-03', "expect(at).toEqual({ plan: 'step_1' });"));
    expect(missing).toContain('CHAT-03 says “type”');
    expect(missing).toContain('CHAT-03 says “steps_”');
    const held = "expect(at).toEqual({ plan: { type: 'Free' }, step: 'steps_3' });";
    expect(findings(screen, claim('CHAT-03', held))).toBe('');
    expect(findings(screen, claim('CHAT-04', 'expect(at).toBe(1);'))).toBe('');
  });

  it('begins at a screen, unless it is about a part of the kit itself', () => {
    const text = "it('works', { tags: ['CHAT-02'] }, () => {});";
    expect(findings('apps/web/src/ui/chat/bubble.test.tsx', text)).toContain(
      'CHAT-02 is proven by a part of the kit alone',
    );
    expect(findings(screen, text)).toBe('');
  });
});
