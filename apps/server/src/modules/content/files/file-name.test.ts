import { describe, expect, it } from 'vitest';
import { contentDisposition, downloadType } from './service/open-file.ts';
import { displayName } from './service/store-upload.ts';

describe('displayName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.docx', 'plan.docx'],
    ['a\0b\nc.txt', 'abc.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['  two   words .md ', 'two words .md'],
    ['..', 'file'],
    ['', 'file'],
    ['folder/', 'file'],
  ])('shows %j as %j', (sent, shown) => expect(displayName(sent)).toBe(shown));

  it('keeps the ending of a name that is too long', () => {
    const name = displayName(`${'x'.repeat(500)}.pdf`);
    expect(name).toHaveLength(200);
    expect(name.endsWith('x.pdf')).toBe(true);
  });
});

describe('a download', () => {
  it('carries its name in every script and cannot break out of the header', () => {
    expect(contentDisposition('Übersicht "Q1".pdf')).toBe(
      `attachment; filename="_bersicht _Q1_.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%22Q1%22.pdf`,
    );
    expect(contentDisposition('a\r\nset-cookie: x')).not.toMatch(/[\r\n]/);
  });

  it.each([
    ['page.html', 'application/octet-stream'],
    ['picture.svg', 'application/octet-stream'],
    ['constructor', 'application/octet-stream'],
    ['Plan.PDF', 'application/pdf'],
  ])('serves %s as %s', (name, type) => expect(downloadType(name)).toBe(type));
});
