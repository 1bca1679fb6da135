import { describe, expect, it } from 'vitest';
import { describePosition, formatSeconds, isRecording, shortHeading } from './document-position.ts';

describe('a position in a document', () => {
  it('is a page, in sound and films a time, or unknown', () => {
    expect(describePosition({ page: 12 })).toBe('Page 12');
    expect(describePosition({ page: null, second: 725 })).toBe('12:05');
    expect(describePosition({ second: 0 })).toBe('0:00');
    expect([describePosition({}), describePosition({ page: null, second: null })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('has hours only where there are some', () => {
    expect([59.9, 60, 3599, 3600, 36_061].map(formatSeconds)).toEqual([
      '0:59',
      '1:00',
      '59:59',
      '1:00:00',
      '10:01:01',
    ]);
  });
});

it('knows sound and films by the last ending of a name', () => {
  expect(['talk.mp3.txt', 'mp3', 'talk', 'a.wav '].map(isRecording)).toEqual([false, false, false, true]);
});

it('shortens headings to the innermost one and the attachment that it is in', () => {
  expect(shortHeading('Handbook > Leave')).toBe('Leave');
  expect(shortHeading('Our order > Attachment: terms.docx > Prices > Discounts')).toBe(
    'Attachment: terms.docx > Discounts',
  );
  expect(shortHeading('Our order > Attachment: terms.docx')).toBe('Attachment: terms.docx');
});
