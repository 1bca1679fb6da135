import { recordingExtensions } from '@atelier/documents';
import { expect, it } from 'vitest';
import { detectFileType, detectSourceForm, isShownAsFile } from './read-document.ts';

it('plays the recordings that browsers know, and shows the text of the others', () => {
  const shown = Object.groupBy(recordingExtensions, (extension) => detectSourceForm(`Talk.${extension}`));
  expect(shown.FILM).toEqual(['webm', 'mov', 'mp4', 'ogv']);
  expect(shown.TEXT).toEqual(['avi', 'flv', 'mkv', 'mpeg', 'mpg', 'wmv']);
  for (const extension of recordingExtensions) {
    const form = detectSourceForm(`talk.${extension}`);
    const type = form === 'SOUND' ? /^audio\// : form === 'FILM' ? /^video\// : /^text\/plain/;
    expect(detectFileType(`TALK.${extension.toUpperCase()}`)).toMatch(type);
    expect(isShownAsFile({ name: `talk.${extension}`, size: 2 ** 40 })).toBe(form !== 'TEXT');
  }
});
