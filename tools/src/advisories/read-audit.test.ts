import { describe, expect, it } from 'vitest';
import { mergeAdvisories, readAudit } from './read-audit.ts';

const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
const audit = JSON.stringify({
  vulnerabilities: {
    parser: { via: [{ name: 'parser', title: 'reads too far', url, range: '<2.0.0' }] },
    tool: { via: ['parser'] },
  },
});
const parser = { id: 'GHSA-aaaa-bbbb-cccc', package: 'parser', vulnerable: '<2.0.0', title: 'reads too far' };

describe('the advisories of the registry', () => {
  it('are read from an audit, each once', () => {
    expect(readAudit(audit)).toEqual([parser]);
  });

  it('are unknown when the registry gives none', () => {
    expect(readAudit('{"message": "405 Method Not Allowed"}')).toBeUndefined();
    expect(readAudit('')).toBeUndefined();
  });

  it('take the newest range, and keep the words and the reason of those that are known', () => {
    const known = {
      ...parser,
      vulnerable: '<1.0.0',
      title: 'Our words',
      accepted: 'It reads our own files only.',
    };
    const other = { ...parser, id: 'GHSA-0000-0000-0000' };
    expect(mergeAdvisories([known], [parser, other])).toEqual([other, { ...known, vulnerable: '<2.0.0' }]);
  });
});
