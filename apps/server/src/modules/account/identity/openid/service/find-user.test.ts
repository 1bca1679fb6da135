import { describe, expect, it } from 'vitest';
import { createLog } from '../../../../../kernel/log/log.ts';
import type { Outbound } from '../../../../../kernel/outbound/outbound.ts';
import { type PictureSource, readPicture } from './find-user.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const read = async (source: PictureSource, answer: () => Promise<Response>) => {
  const lines: string[] = [];
  const asked: { url: string; authorization: string | null; maxBytes: number | undefined }[] = [];
  const outbound: Outbound = {
    fetch: (url, init) => {
      asked.push({
        url: new Request(url).url,
        authorization: new Headers(init?.headers).get('authorization'),
        maxBytes: init?.maxBytes,
      });
      return answer();
    },
    checkAddress: () => Promise.reject(new Error('not used')),
    permitting: () => outbound,
    through: () => outbound,
    close: async () => undefined,
  };
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  return { picture: await readPicture({ outbound, log }, source), asked, lines };
};

const microsoft = (token: string | undefined): PictureSource => ({
  provider: 'microsoft',
  answer: { picture: undefined, accessTokenFor: () => token },
});
const google = (picture: string | undefined): PictureSource => ({
  provider: 'google',
  answer: { picture, accessTokenFor: () => 'not for this' },
});

describe('the picture of a new user', () => {
  it('is requested from Microsoft with the token of the user', { tags: ['AUTH-03'] }, async () => {
    const { picture, asked } = await read(microsoft('at'), async () => new Response(png));
    expect(picture).toEqual({ type: 'image/png', bytes: png });
    expect(asked).toEqual([
      {
        url: 'https://graph.microsoft.com/v1.0/me/photos/96x96/$value',
        authorization: 'Bearer at',
        maxBytes: 262_144,
      },
    ]);
  });

  it('is not requested without a token, which is only logged', { tags: ['AUTH-03'] }, async () => {
    const { picture, asked, lines } = await read(microsoft(undefined), async () => new Response(png));
    expect(picture).toBeUndefined();
    expect(asked).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"msg":"Access token not found."');
  });

  it('is read from the address that another provider gives, without a token', async () => {
    const { picture, asked } = await read(
      google('https://pictures.example.com/ada'),
      async () => new Response(png),
    );
    expect(picture?.type).toBe('image/png');
    expect(asked).toMatchObject([{ url: 'https://pictures.example.com/ada', authorization: null }]);
    expect((await read(google(undefined), async () => new Response(png))).asked).toEqual([]);
  });

  it('is missing when the answer is no picture, a failure, or never arrives', async () => {
    const source = google('https://pictures.example.com/ada');
    const page = await read(source, async () => new Response('<script>alert(1)</script>'));
    const missing = await read(source, async () => new Response(png, { status: 404 }));
    const broken = await read(source, () => Promise.reject(new Error('no network')));
    for (const { picture } of [page, missing, broken]) expect(picture).toBeUndefined();
    expect(broken.lines).toHaveLength(1);
  });
});
