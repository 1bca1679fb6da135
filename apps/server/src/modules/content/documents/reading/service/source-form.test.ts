import { recordingExtensions } from '@atelier/documents';
import { expect, it } from 'vitest';
import { fileTypeOf, isShownAsFile, sourceFormOf } from './source-form.ts';

it('plays the recordings that browsers know, and shows the text of the others', () => {
  const shown = Object.groupBy(recordingExtensions, (extension) => sourceFormOf(`Talk.${extension}`));
  expect(shown.FILM).toEqual(['webm', 'mov', 'mp4', 'ogv']);
  expect(shown.TEXT).toEqual(['avi', 'flv', 'mkv', 'mpeg', 'mpg', 'wmv']);
  for (const extension of recordingExtensions) {
    const form = sourceFormOf(`talk.${extension}`);
    const type = form === 'SOUND' ? /^audio\// : form === 'FILM' ? /^video\// : /^text\/plain/;
    expect(fileTypeOf(`TALK.${extension.toUpperCase()}`)).toMatch(type);
    expect(isShownAsFile({ name: `talk.${extension}`, size: 2 ** 40 })).toBe(form !== 'TEXT');
  }
});
