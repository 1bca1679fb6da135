import { describe, expect, it } from 'vitest';
import type { Mail } from './mail.ts';
import { parseSource } from './parsed-source.ts';

const mail: Mail = {
  from: { name: 'Ann', address: 'ann@example.com' },
  replyTo: { name: 'Ann', address: 'ann@example.com' },
  to: [],
  cc: [],
  subject: 'Offer',
  date: '2026-03-02T09:30:00.000Z',
  messageId: '',
  inReplyTo: '',
  text: 'Hello',
  attachments: [
    { name: 'a.pdf', type: 'application/pdf', bytes: 1, isKept: true },
    { name: 'b.pdf', type: 'application/pdf', bytes: 1, isKept: true },
  ],
  problem: null,
};

describe('parseSource', () => {
  it('makes the six fields out of a mail', { tags: ['RECORD-05'] }, () => {
    expect(parseSource(mail)).toEqual({
      kind: 'EMAIL',
      from: 'Ann',
      fromEmail: 'ann@example.com',
      subject: 'Offer',
      date: '2026-03-02T09:30:00.000Z',
      body: 'Hello',
      attachment: 'a.pdf, b.pdf',
    });
    expect(parseSource({ ...mail, from: { name: '', address: 'ann@example.com' } })?.from).toBe(
      'ann@example.com',
    );
  });

  const lead = {
    Name: 'Ann',
    Email: 'ann@example.com',
    'Lead Source': 'Web form',
    'Source Link': 'https://example.com/form',
    Date: '2026-03-02',
    Comments: 'Please call me.',
    Attachment: 'plan.pdf',
  };

  it('fills them from the seven keys of a lead', { tags: ['RECORD-06', 'RECORD-08'] }, () => {
    const fields = {
      kind: 'LEAD',
      from: 'Ann',
      fromEmail: 'ann@example.com',
      subject: 'Web form',
      date: '2026-03-02',
      body: 'Please call me.\n\nSource Link: https://example.com/form',
      attachment: 'plan.pdf',
    };
    expect(parseSource(lead)).toEqual(fields);
    expect(parseSource(JSON.stringify(lead))).toEqual(fields);
    expect(parseSource({ ' EMAIL ': 'a@b.example', comments: 'Hi' })).toMatchObject({
      fromEmail: 'a@b.example',
      body: 'Hi',
    });
    expect(parseSource({ Email: 'a@b.example', Attachment: ['x.pdf', 'y.pdf'] })?.attachment).toBe(
      'x.pdf, y.pdf',
    );
  });

  it('fills them from raw text with six labels', { tags: ['RECORD-07'] }, () => {
    const text =
      'From: Ann\nEmail: ann@example.com\nSubject: Offer\nDate: 2 March\nAttachment: a.pdf\nEmail body: Hello,\n\nsubject: quoted\nBye';
    expect(parseSource(text)).toEqual({
      kind: 'EMAIL',
      from: 'Ann',
      fromEmail: 'ann@example.com',
      subject: 'Offer',
      date: '2 March',
      attachment: 'a.pdf',
      body: 'Hello,\n\nsubject: quoted\nBye',
    });
    for (const source of [
      'from: Ann <ann@example.com>\nsubject: Hi',
      'from: Ann\nemail: ann@example.com\nsubject: Hi',
    ])
      expect(parseSource(source)).toMatchObject({ from: 'Ann', fromEmail: 'ann@example.com', subject: 'Hi' });
  });

  it.each([
    ['a text without labels', 'Please summarise this: a text.'],
    ['a text that only names a sender', 'from: here to there'],
    ['other data', { name: 'Plan', date: '2026-03-02' }],
    ['broken JSON', '{"Email": '],
    ['a list', '[1]'],
  ])('returns null for %s', (_title, source) => {
    expect(parseSource(source)).toBeNull();
  });
});
