import { describe, expect, it } from 'vitest';
import { errorCodeChecks } from './error-code-checks.ts';

const contract = `export const notes = defineContract({
  errors: {
    'notes.not_found': { kind: 'not_found', message: 'Gone.' },
    'notes.name_taken': {
      kind: 'conflict',
      message: 'Taken.',
    },
  },
});`;

const findings = (server: Record<string, string>) => {
  const files = Object.entries({ 'packages/contracts/src/notes.ts': contract, ...server });
  const tree = { root: '.', files: files.map(([path, text]) => ({ path, text })) };
  return errorCodeChecks.flatMap((check) =>
    check.run(tree).map(({ path, line, message }) => `${path}:${line} ${message}`),
  );
};

const service = 'apps/server/src/modules/notes/service/get-note.ts';
const both = "fail('notes.not_found');\nconst constraints = { notes_name: 'notes.name_taken' };";

describe('the check of error codes', () => {
  it('is content when every code is thrown, or meant by a constraint', () => {
    expect(findings({ [service]: both })).toEqual([]);
  });

  it('finds a code that nothing throws, whatever tests and the front end say', () => {
    const elsewhere = "expect(code).toBe('notes.name_taken');";
    expect(
      findings({
        [service]: "fail('notes.not_found');",
        'apps/server/src/modules/notes/notes.int.test.ts': elsewhere,
        'apps/web/src/features/notes/form.ts': elsewhere,
      }),
    ).toEqual(['packages/contracts/src/notes.ts:4 Nothing throws notes.name_taken; throw it or delete it.']);
  });

  it('finds a code that is thrown and not declared', () => {
    expect(findings({ [service]: `${both}\nthrow new AppError(\n  'notes.lost');` })).toEqual([
      `${service}:3 Declare notes.lost in the contract of the feature.`,
    ]);
  });
});
