import { expect, it } from 'vitest';
import { wav } from '../../../../../../../packages/documents/tests/recordings.ts';
import { measureFile } from './measure-file.ts';

it('tells an estimate how long a recording is, where its container does', {
  tags: ['IMPORT-52'],
}, async () => {
  const talk = await measureFile(new File([wav(90)], 'talk.wav'));
  expect(talk).toMatchObject({ name: 'talk.wav', size: 720_044 });
  expect(talk.seconds).toBeCloseTo(90, 3);
  expect(await measureFile(new File(['no sound'], 'talk.mp3'))).toEqual({ name: 'talk.mp3', size: 8 });
  expect(await measureFile(new File(['text'], 'a.txt'))).toEqual({ name: 'a.txt', size: 4 });
});
